import type { IpcMainEvent, IpcMainInvokeEvent } from "electron";
import { appOrigin } from "./app-protocol.ts";

/** Only the top frame of our own page may speak to the main process. */
export function isOurs(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && frame.url.startsWith(`${appOrigin}/`);
}
