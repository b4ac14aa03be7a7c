import { BrowserWindow, Menu } from "electron";
import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "../workers/contract/bridge.ts";

/** The menu sends the renderer the name of a command; what a command does is the renderer's. */
export function installMenu(newWindow: () => void): void {
  const command = (label: string, name: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: (_item, window) => {
      if (window instanceof BrowserWindow) window.webContents.send("menu", name);
    },
  });
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === "darwin" ? [{ role: "appMenu" as const }] : []),
    {
      label: "&File",
      submenu: [
        command("New Sweep…", "new-sweep", "CmdOrCtrl+N"),
        command("Open Experiment File…", "open-file", "CmdOrCtrl+O"),
        { type: "separator" },
        { label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: newWindow },
        { role: process.platform === "darwin" ? "close" : "quit" },
      ],
    },
    { role: "editMenu" },
    {
      label: "&View",
      submenu: [
        command("Lab", "go-lab", "CmdOrCtrl+1"),
        command("Queue", "go-queue", "CmdOrCtrl+2"),
        command("Machine", "go-machine", "CmdOrCtrl+3"),
        command("Notes", "go-notes", "CmdOrCtrl+4"),
        command("Settings", "go-settings", "CmdOrCtrl+5"),
        command("Search", "search", "CmdOrCtrl+F"),
        { type: "separator" },
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { role: "togglefullscreen" },
        { role: "toggleDevTools" },
      ],
    },
    { role: "windowMenu" },
    { label: "&Help", submenu: [command("Keyboard Shortcuts", "shortcuts", "CmdOrCtrl+/")] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
