import { app, BrowserWindow, dialog } from "electron";
import type { WebContents } from "electron";
import { declareAppScheme, serveApp } from "./app-protocol.ts";
import { parseArguments } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { installDialogs } from "./dialogs.ts";
import { findEngine } from "./engine-process.ts";
import { installMenu } from "./menu.ts";
import { labFolder } from "./paths.ts";
import { closeLine, installPipe } from "./pipe.ts";
import { openWindow } from "./window.ts";

/** Which lab each window shows, by its web contents' id. */
const labs = new Map<number, { readonly lab: string; readonly sampleIfNew: boolean }>();

declareAppScheme();
if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  app.on("second-instance", (_event, argv, directory) => {
    process.chdir(directory);
    openLab(parseArguments(argv));
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", () => {
    if (BrowserWindow.getAllWindows().length === 0) openLab(parseArguments(process.argv));
  });
  void app.whenReady().then(() => {
    serveApp();
    installPipe(socketFor);
    installDialogs((contentsId) => labs.get(contentsId)?.lab ?? null);
    installMenu(() => openLab(parseArguments(process.argv)));
    openLab(parseArguments(process.argv));
  });
}

function openLab({ lab, sampleIfNew }: Arguments): void {
  const window = openWindow();
  const id = window.webContents.id;
  labs.set(id, { lab: labFolder(lab, process.env), sampleIfNew });
  window.on("closed", () => {
    closeLine(id);
    labs.delete(id);
  });
}

const told = new Set<string>();

async function socketFor(contents: WebContents): Promise<string> {
  const start = labs.get(contents.id);
  if (start === undefined) throw new Error("this window has no lab");
  const engine = await findEngine(start);
  if (engine.kind === "ready") return engine.socket;
  // Said once in a dialog; the page itself goes on showing that it has no engine.
  if (!told.has(engine.message)) {
    told.add(engine.message);
    dialog.showErrorBox("The lab cannot be opened", engine.message);
  }
  throw new Error(engine.message);
}
