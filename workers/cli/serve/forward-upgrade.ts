import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Refusal } from "./access.ts";

type Upgrade = {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly refusal: Refusal | null;
  readonly engineSocket: () => Promise<string>;
};

/** Joins a browser's WebSocket to the engine's socket byte for byte, or refuses it. */
export function forwardUpgrade({ request, socket, head, refusal, engineSocket }: Upgrade): void {
  socket.on("error", () => socket.destroy());
  const key = request.headers["sec-websocket-key"];
  if (refusal !== null) return end(socket, refusal.status, refusal.says);
  // Only these two headers reach the engine, and only in their own form: nothing else can be slipped in.
  if (key === undefined || !/^[A-Za-z0-9+/]{22}==$/.test(key) || request.headers["sec-websocket-version"] !== "13") return end(socket, 400, "This is no WebSocket.");
  engineSocket().then(
    (path) => join(socket, head, { path, key }),
    () => end(socket, 503, "The lab's engine cannot be reached."),
  );
}

function join(socket: Duplex, head: Buffer, { path, key }: { readonly path: string; readonly key: string }): void {
  const engine = connect(path);
  engine.on("error", () => socket.destroy());
  engine.on("close", () => socket.destroy());
  socket.on("close", () => engine.destroy());
  engine.once("connect", () => {
    const lines = ["GET / HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13"];
    engine.write(`${lines.join("\r\n")}\r\n\r\n`);
    engine.write(head);
    socket.pipe(engine);
    engine.pipe(socket);
  });
}

const reasons: Readonly<Record<number, string>> = { 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable" };

function end(socket: Duplex, status: number, says: string): void {
  const body = `${says}\n`;
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? "Refused"}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}
