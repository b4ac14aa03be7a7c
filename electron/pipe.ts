import { ipcMain } from "electron";
import type { WebContents } from "electron";
import { WebSocket } from "ws";
import { isOurs } from "./sender.ts";

/** A window's own line to its lab's engine: frames go through unread in both directions. */
type Line = { readonly socket: WebSocket };

const lines = new Map<number, Line>();

export type FindSocket = (contents: WebContents) => Promise<string>;

/** Answers the renderer's `pipe`: opens a line to the engine when asked, forwards text, says when it closes. */
export function installPipe(findSocket: FindSocket): void {
  ipcMain.handle("pipe:open", async (event) => {
    if (!isOurs(event)) throw new Error("not from our page");
    await openLine(event.sender, findSocket);
  });
  ipcMain.on("pipe:send", (event, text: unknown) => {
    if (!isOurs(event) || typeof text !== "string") return;
    const socket = lines.get(event.sender.id)?.socket;
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  });
}

export function closeLine(contentsId: number): void {
  lines.get(contentsId)?.socket.close();
  lines.delete(contentsId);
}

async function openLine(contents: WebContents, findSocket: FindSocket): Promise<void> {
  closeLine(contents.id);
  const path = await findSocket(contents);
  const socket = new WebSocket(`ws+unix:${path}:/`);
  await new Promise<void>((open, fail) => {
    socket.once("open", open);
    socket.once("error", fail);
  });
  lines.set(contents.id, { socket });
  socket.binaryType = "nodebuffer"; // one buffer a message, so that its text is whole
  socket.on("message", (data: Buffer) => send(contents, "pipe:message", data.toString("utf8")));
  socket.on("error", (error) => console.error(`engine line: ${error.message}`));
  socket.on("close", () => {
    if (lines.get(contents.id)?.socket !== socket) return;
    lines.delete(contents.id);
    send(contents, "pipe:close", "");
  });
}

function send(contents: WebContents, channel: string, text: string): void {
  if (!contents.isDestroyed()) contents.send(channel, text);
}
