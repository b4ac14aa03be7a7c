import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname } from "node:path";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { WebSocketServer } from "ws";
import type { EngineApi } from "../api.ts";
import { router } from "../router.ts";
import { makeSocketFolder } from "./socket-path.ts";

/** A listening engine; `clients` counts the connections that are open now. */
export type Listening = { readonly clients: () => number; readonly close: () => Promise<void> };

const largestMessage = 4 * 1024 * 1024;

/** Answers tRPC over WebSockets on a Unix socket or named pipe that only the owner can open. */
export async function listen(socket: string, api: EngineApi): Promise<Listening> {
  const isFile = process.platform !== "win32";
  if (isFile) {
    makeSocketFolder(dirname(socket));
    // The lab's lock is held: a socket file that is still here was left by an engine that is gone.
    rmSync(socket, { force: true });
  }
  const http = createServer((_request, response) => {
    response.writeHead(426, { "content-type": "text/plain" }).end("Flipbook's engine speaks WebSocket only.\n");
  });
  const wss = new WebSocketServer({ server: http, maxPayload: largestMessage });
  const handler = applyWSSHandler({ wss, router, createContext: () => ({ api }), keepAlive: { enabled: true, pingMs: 15_000, pongWaitMs: 10_000 } });
  await bind(http, socket);
  if (isFile) chmodSync(socket, 0o600);
  return {
    clients: () => wss.clients.size,
    close: async () => {
      handler.broadcastReconnectNotification();
      for (const client of wss.clients) client.terminate();
      await new Promise<void>((resolve) => wss.close(() => resolve()));
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

function bind(http: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(socket, () => {
      http.off("error", reject);
      resolve();
    });
  });
}
