import { net, protocol } from "electron";
import { join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { paths } from "./paths.ts";

export const appOrigin = "flipbook://lab";

const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // xterm.js writes its styles at run time
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "flipbook", privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the renderer's files, and only those, under a policy that lets nothing else in or out. */
export function serveApp(): void {
  protocol.handle("flipbook", async (request) => {
    const url = new URL(request.url);
    const file = fileFor(decodeURIComponent(url.pathname));
    if (url.host !== "lab" || file === null) return new Response("There is no such page.", { status: 404 });
    const response = await net.fetch(pathToFileURL(file).href);
    const headers = new Headers(response.headers);
    headers.set("Content-Security-Policy", contentSecurityPolicy);
    headers.set("X-Content-Type-Options", "nosniff");
    return new Response(response.body, { status: response.status, headers });
  });
}

function fileFor(pathname: string): string | null {
  const file = normalize(join(paths.renderer, pathname === "/" ? "index.html" : pathname));
  return file.startsWith(paths.renderer + sep) ? file : null;
}
