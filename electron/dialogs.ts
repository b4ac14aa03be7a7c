import { BrowserWindow, dialog, ipcMain, shell } from "electron";
import { mkdir, open, realpath, writeFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { z } from "zod";
import { isOurs } from "./sender.ts";

const largestFile = 262_144;
const filesToSave = z.array(z.object({ name: z.string().max(255), base64: z.string() })).min(1).max(200);

/** File dialogs and the file manager, for the renderer; it never sees a path it did not ask a person for. */
export function installDialogs(labOf: (contentsId: number) => string | null): void {
  ipcMain.handle("file:open", async (event) => (isOurs(event) ? openFile(BrowserWindow.fromWebContents(event.sender)) : null));
  ipcMain.handle("file:save", async (event, files: unknown) =>
    isOurs(event) ? saveFiles(BrowserWindow.fromWebContents(event.sender), filesToSave.parse(files)) : null,
  );
  ipcMain.on("folder:show", (event, relative: unknown) => {
    const lab = labOf(event.sender.id);
    if (isOurs(event) && lab !== null && typeof relative === "string") void showFolder(lab, relative);
  });
}

async function openFile(window: BrowserWindow | null): Promise<{ name: string; text: string } | null> {
  const options: Electron.OpenDialogOptions = {
    title: "Open an experiment file",
    filters: [{ name: "Experiment", extensions: ["yaml", "yml"] }],
    properties: ["openFile"],
  };
  const answer = window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  const path = answer.filePaths[0];
  return path === undefined ? null : { name: path, text: await readSmallFile(path) };
}

async function readSmallFile(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > largestFile) throw new Error(`${basename(path)} has ${size} bytes; an experiment file has at most ${largestFile}.`);
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
  } finally {
    await file.close();
  }
}

async function saveFiles(window: BrowserWindow | null, files: z.infer<typeof filesToSave>): Promise<string | null> {
  const options: Electron.OpenDialogOptions = { title: "Save into a folder", properties: ["openDirectory", "createDirectory"] };
  const answer = window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  const folder = answer.filePaths[0];
  if (folder === undefined) return null;
  await mkdir(folder, { recursive: true });
  for (const { name, base64 } of files) await writeFile(join(folder, basename(name)), Buffer.from(base64, "base64"));
  return folder;
}

async function showFolder(lab: string, relative: string): Promise<void> {
  const root = await realpath(lab);
  const target = await realpath(join(root, relative)).catch(() => root);
  if (target === root || target.startsWith(root + sep)) await shell.openPath(target);
}
