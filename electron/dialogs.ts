import { BrowserWindow, dialog, ipcMain, shell } from "electron";
import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { z } from "zod";
import type { FileRefusal, OpenedFile } from "../workers/contract/bridge.ts";
import { isOurs } from "./sender.ts";
import { readExperimentText, writeInto } from "./user-files.ts";

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

async function openFile(window: BrowserWindow | null): Promise<OpenedFile | FileRefusal | null> {
  const options: Electron.OpenDialogOptions = {
    title: "Open an experiment file",
    filters: [{ name: "Experiment", extensions: ["yaml", "yml"] }],
    properties: ["openFile"],
  };
  const path = await ask(window, options);
  return path === null ? null : readExperimentText(path);
}

async function saveFiles(window: BrowserWindow | null, files: z.infer<typeof filesToSave>): Promise<string | FileRefusal | null> {
  const folder = await ask(window, { title: "Save into a folder", properties: ["openDirectory", "createDirectory"] });
  return folder === null ? null : ((await writeInto(folder, files)) ?? folder);
}

async function ask(window: BrowserWindow | null, options: Electron.OpenDialogOptions): Promise<string | null> {
  const answer = window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  return answer.filePaths[0] ?? null;
}

/** Only a folder: what is opened by its name would be started by whatever program the system has for it. */
async function showFolder(lab: string, relative: string): Promise<void> {
  const root = await realpath(lab);
  const target = await realpath(join(root, relative)).catch(() => root);
  const isInside = target === root || target.startsWith(root + sep);
  if (isInside && (await stat(target)).isDirectory()) await shell.openPath(target);
}
