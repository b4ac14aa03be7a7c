import { readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { errorCode } from "../../engine/error-code.ts";

/** A file of the page. */
export type PageFile = { readonly type: string; readonly bytes: Buffer };

/** What a built page consists of; nothing else is handed out. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".otf": "font/otf",
  ".ttf": "font/ttf",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** The file at a request's path below the folder, or null where there is none; links that lead out of it are none. */
export function readPageFile(folder: string, requestPath: string): PageFile | null {
  const path = plainPath(requestPath);
  const type = path === null ? undefined : types[extname(path)];
  if (path === null || type === undefined) return null;
  try {
    const root = realpathSync(folder);
    const file = realpathSync(join(root, path));
    if (!file.startsWith(root + sep) || !statSync(file).isFile()) return null;
    return { type, bytes: readFileSync(file) };
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EACCES", "ELOOP"].includes(errorCode(error))) return null;
    throw error;
  }
}

/** A path of plain names only; `/` is the page itself. */
function plainPath(requestPath: string): string | null {
  const decoded = decode(requestPath);
  if (decoded === null || !decoded.startsWith("/") || /[\0\\]/.test(decoded)) return null;
  const names = decoded.slice(1).split("/");
  if (decoded === "/") return "index.html";
  return names.some((name) => name === "" || name.startsWith(".")) ? null : names.join("/");
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
