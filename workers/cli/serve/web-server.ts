import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createAccess, isSame, refuseCookie, refuseHost, refuseOrigin, setCookie, type Access, type Refusal } from "./access.ts";
import { forwardUpgrade } from "./forward-upgrade.ts";
import { readPageFile } from "./static-files.ts";

export type WebServerOptions = {
  readonly port: number;
  /** Folder of the built page. */
  readonly page: string;
  /** Where the lab's engine listens; asked for every connection. */
  readonly engineSocket: () => Promise<string>;
};

export type WebServer = { readonly port: number; readonly address: string; readonly close: () => Promise<void> };

/**
 * The lab's page for a browser on this machine. This process, not the engine, listens on TCP: the engine stays out of
 * reach of the network, and the page is gone as soon as the command ends.
 */
export async function startWebServer({ port: wantedPort, page, engineSocket }: WebServerOptions): Promise<WebServer> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000, headersTimeout: 10_000 });
  const port = await listenOnLoopback(server, wantedPort);
  const access = createAccess(port);
  server.on("request", (request, response) => answer(request, response, { page, access }));
  server.on("upgrade", (request, socket, head) => {
    const refusal = refuseHost(request.headers) ?? refuseOrigin(request.headers, true) ?? refuseCookie(request.headers, access) ?? refusePath(request);
    forwardUpgrade({ request, socket, head, refusal, engineSocket });
  });
  return {
    port,
    address: `http://127.0.0.1:${port}/?token=${access.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Site = { readonly page: string; readonly access: Access };

function answer(request: IncomingMessage, response: ServerResponse, { page, access }: Site): void {
  const url = parseUrl(request.url);
  const unfit: Refusal | null =
    refuseHost(request.headers) ??
    refuseOrigin(request.headers, false) ??
    (request.method === "GET" || request.method === "HEAD" ? null : { status: 405, says: "This server only hands out its page." }) ??
    (url === null ? { status: 400, says: "This is no address of this server." } : null);
  if (unfit !== null || url === null) return refuse(response, unfit ?? { status: 400, says: "This is no address of this server." });
  const token = url.searchParams.get("token");
  if (token !== null && url.pathname === "/") return token !== "" && isSame(token, access.token) ? letIn(response, access) : refuse(response, wrongKey);
  const locked = refuseCookie(request.headers, access);
  if (locked !== null) return refuse(response, locked);
  const file = readPageFile(page, url.pathname);
  if (file === null) return refuse(response, { status: 404, says: "There is no such page." });
  response.writeHead(200, { ...safeHeaders(request), "content-type": file.type, "content-length": file.bytes.length });
  response.end(request.method === "HEAD" ? undefined : file.bytes);
}

const wrongKey: Refusal = { status: 401, says: "The key in this address is wrong or old. Open the address that `flipbook serve` printed last." };

/** Takes the key out of the address: the page that follows is asked for by this one, so that the strict cookie goes along. */
function letIn(response: ServerResponse, access: Access): void {
  response.writeHead(200, { ...strictHeaders, "content-type": "text/html; charset=utf-8", "set-cookie": setCookie(access) });
  response.end('<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Flipbook</title><a href="/">Open the lab</a>\n');
}

function refuse(response: ServerResponse, { status, says }: Refusal): void {
  response.writeHead(status, { ...strictHeaders, "content-type": "text/plain; charset=utf-8" });
  response.end(`${says}\n`);
}

function refusePath(request: IncomingMessage): Refusal | null {
  return parseUrl(request.url)?.pathname === "/api" ? null : { status: 404, says: "The engine is at /api." };
}

const strictHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

function safeHeaders(request: IncomingMessage): Record<string, string> {
  return {
    ...strictHeaders,
    "content-security-policy": [
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'", // xterm.js writes its styles at run time
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      `connect-src 'self' ws://${request.headers.host ?? "127.0.0.1"}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

function parseUrl(url: string | undefined): URL | null {
  return url?.startsWith("/") === true && !url.startsWith("//") ? URL.parse(url, "http://127.0.0.1") : null;
}

function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no TCP address"));
      else resolve(address.port);
    });
  });
}
