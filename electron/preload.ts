import { contextBridge, ipcRenderer } from "electron";
import type { IpcRendererEvent } from "electron";
import type { Bridge } from "../workers/contract/bridge.ts";

function listen(channel: string, listener: (text: string) => void): () => void {
  const heard = (_event: IpcRendererEvent, text: string): void => listener(text);
  ipcRenderer.on(channel, heard);
  return () => {
    ipcRenderer.off(channel, heard);
  };
}

const bridge: Bridge = {
  pipe: {
    open: () => ipcRenderer.invoke("pipe:open") as Promise<void>, // the handler answers with nothing
    send: (text) => ipcRenderer.send("pipe:send", text),
    onMessage: (listener) => listen("pipe:message", listener),
    onClose: (listener) => listen("pipe:close", () => listener()),
  },
  platform: process.platform,
  openFile: () => ipcRenderer.invoke("file:open") as ReturnType<Bridge["openFile"]>, // typed by dialogs.ts
  saveFiles: (files) => ipcRenderer.invoke("file:save", files) as ReturnType<Bridge["saveFiles"]>, // typed by dialogs.ts
  onMenu: (listener) => listen("menu", listener),
  showFolder: (relativePath) => ipcRenderer.send("folder:show", relativePath),
};

contextBridge.exposeInMainWorld("flipbook", bridge);
