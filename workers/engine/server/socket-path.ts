import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { LabError } from "../../domain/errors.ts";

/** What decides where a socket lies; handed in so that it can be tested. */
export type SocketPlace = { readonly env: NodeJS.ProcessEnv; readonly platform: NodeJS.Platform };

/** The longest path a Unix socket can have (Linux: 108 bytes with the closing zero; macOS: 104). */
const longestPath = { darwin: 103, other: 107 };

/** Where the engine of a lab listens: named by the lab's real path, so that every client finds it. */
export function socketPath(labPath: string, mode: "writer" | "reader", place: SocketPlace): string {
  const name = `${createHash("sha256").update(labPath).digest("hex").slice(0, 24)}${mode === "reader" ? "-ro" : ""}`;
  if (place.platform === "win32") return `\\\\.\\pipe\\flipbook-${name}`;
  const path = join(socketFolder(place), `${name}.sock`);
  const limit = place.platform === "darwin" ? longestPath.darwin : longestPath.other;
  if (Buffer.byteLength(path) > limit) {
    throw new LabError("no-access", `The socket's path ${path} is longer than ${limit} bytes. Set XDG_RUNTIME_DIR or TMPDIR to a shorter folder.`);
  }
  return path;
}

/** Where this user's engines say which GPU is taken; made, and checked to be the user's own. */
export function gpuFolder(place: SocketPlace): string {
  const folder = place.platform === "win32" ? join(tmpdir(), "flipbook") : socketFolder(place);
  makeSocketFolder(folder);
  return join(folder, "gpus");
}

function socketFolder(place: SocketPlace): string {
  const runtime = place.env["XDG_RUNTIME_DIR"];
  return runtime === undefined || runtime === "" ? join(tmpdir(), `flipbook-${userInfo().uid}`) : join(runtime, "flipbook");
}

/** Makes the folder of a socket, owner only; one that belongs to someone else is refused, for it could be a trap. */
export function makeSocketFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid) {
    throw new LabError("no-access", `${folder} belongs to another user or is no folder. Remove it, or set XDG_RUNTIME_DIR to a folder of your own.`);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
