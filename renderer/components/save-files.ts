import type { FileRefusal, SavedFile } from "../../workers/contract/bridge.ts";
import { bridge } from "../client/bridge.ts";

/** Writes files where the user chooses; in a browser they go to its downloads. Returns where they went, or null where the user changed their mind. */
export async function saveFiles(files: readonly SavedFile[]): Promise<string | null> {
  if (bridge !== null) return whereIn(await bridge.saveFiles(files));
  for (const file of files) download(file);
  return "your downloads";
}

function whereIn(answer: string | FileRefusal | null): string | null {
  if (answer === null || typeof answer === "string") return answer;
  throw new Error(answer.refusal);
}

function download({ name, base64 }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: typeOf(name) }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function typeOf(name: string): string {
  const types: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png", csv: "text/csv", json: "application/json", html: "text/html", md: "text/markdown" };
  return types[name.split(".").at(-1) ?? ""] ?? "text/plain";
}
