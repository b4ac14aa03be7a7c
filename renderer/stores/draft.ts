import { create } from "zustand";
import { bridge } from "../client/bridge.ts";

/** The experiment file being written on the New sweep page; it survives a look at another page. */
export type Draft = { readonly yaml: string; readonly fileName: string };

type DraftStore = { readonly draft: Draft | null };

export const useDraft = create<DraftStore>(() => ({ draft: null }));

export function setDraft(draft: Draft | null): void {
  useDraft.setState({ draft });
}

const largestFile = 262_144;

/** Lets the user pick an experiment file; true where one was opened. */
export async function openExperimentFile(): Promise<boolean> {
  const opened = bridge === null ? await pickInBrowser() : await bridge.openFile();
  if (opened === null) return false;
  if ("refusal" in opened) throw new Error(opened.refusal);
  setDraft({ yaml: opened.text, fileName: opened.name });
  return true;
}

/** Reads a file that was dropped or picked; refuses what cannot be an experiment file. */
export async function readExperimentFile(file: File): Promise<Draft> {
  if (file.size > largestFile) throw new Error(`${file.name} has ${file.size} bytes; an experiment file has at most ${largestFile}.`);
  const bytes = await file.arrayBuffer();
  try {
    return { yaml: new TextDecoder("utf-8", { fatal: true }).decode(bytes), fileName: file.name };
  } catch (cause) {
    throw new Error(`${file.name} is not UTF-8 text. Save it as UTF-8 and open it again.`, { cause });
  }
}

function pickInBrowser(): Promise<{ readonly name: string; readonly text: string } | null> {
  return new Promise((resolve, reject) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".yaml,.yml";
    input.addEventListener("cancel", () => resolve(null));
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file === undefined) resolve(null);
      else readExperimentFile(file).then(({ yaml, fileName }) => resolve({ name: fileName, text: yaml }), reject);
    });
    input.click();
  });
}
