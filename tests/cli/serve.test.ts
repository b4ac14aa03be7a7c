import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { join } from "node:path";
import { createTRPCClient, createWSClient, wsLink } from "@trpc/client";
import { WebSocket } from "ws";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWebServer, type WebServer } from "../../workers/cli/serve/web-server.ts";
import type { AppRouter } from "../../workers/engine/router.ts";
import { startLab } from "../engine/lab.ts";
import { temporaryFolder } from "../engine/runner/processes.ts";

type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

function ask(server: WebServer, path: string, { headers = {}, method = "GET" }: { readonly headers?: Record<string, string>; readonly method?: string } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers, setHost: headers["host"] === undefined }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function serving(engineSocket: () => Promise<string> = () => Promise.reject(new Error("no engine"))): Promise<WebServer> {
  const root = temporaryFolder();
  const page = join(root, "page");
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<!doctype html><title>the lab</title>");
  writeFileSync(join(page, "assets", "app.js"), "export {};");
  writeFileSync(join(page, ".hidden.html"), "hidden");
  writeFileSync(join(root, "secret.txt"), "secret");
  symlinkSync(join(root, "secret.txt"), join(page, "link.txt"));
  const server = await startWebServer({ port: 0, page, engineSocket });
  onTestFinished(() => server.close());
  return server;
}

const keyOf = (server: WebServer): string => new URL(server.address).searchParams.get("token") ?? "";
const cookieOf = (server: WebServer): string => `flipbook-${server.port}=${keyOf(server)}`;

describe("the page that serve hands out", () => {
  it("opens with the printed address, which gives a cookie that scripts cannot read and leaves no key behind", async () => {
    const server = await serving();
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const first = await ask(server, new URL(server.address).pathname + new URL(server.address).search);
    expect(first.status).toBe(200);
    expect(first.headers["set-cookie"]).toEqual([`${cookieOf(server)}; Path=/; HttpOnly; SameSite=Strict`]);
    expect(first.body).toContain('content="0; url=/"');
    expect(first.body).not.toContain(keyOf(server));
    const page = await ask(server, "/", { headers: { cookie: `other=1; ${cookieOf(server)}` } });
    expect(page).toMatchObject({ status: 200, body: "<!doctype html><title>the lab</title>" });
    expect((await ask(server, "/assets/app.js", { headers: { cookie: cookieOf(server) } })).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  it("comes with a policy that lets nothing else in", async () => {
    const server = await serving();
    const { headers } = await ask(server, "/", { headers: { cookie: cookieOf(server) } });
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["content-security-policy"]).not.toContain("unsafe-eval");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer", "cache-control": "no-store" });
  });

  it("is refused without the key, with a wrong one, and with another server's", async () => {
    const [server, other] = [await serving(), await serving()];
    const wrong: readonly Record<string, string>[] = [{}, { cookie: `flipbook-${server.port}=wrong` }, { cookie: cookieOf(other) }, { cookie: `flipbook-${server.port}=${keyOf(other)}` }];
    for (const headers of wrong) {
      expect((await ask(server, "/", { headers })).status).toBe(401);
    }
    const wrongKey = await ask(server, "/?token=wrong");
    expect(wrongKey.status).toBe(401);
    expect(wrongKey.body).toContain("wrong or old");
    expect((await ask(server, "/?token=")).headers["set-cookie"]).toBeUndefined();
  });

  it("is refused under another name and to another page", async () => {
    const server = await serving();
    const cookie = cookieOf(server);
    for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1.evil.example", "", "localhost@evil.example"]) {
      expect((await ask(server, "/", { headers: { host, cookie } })).status, host).toBe(403);
    }
    for (const origin of ["http://evil.example", "null", `http://localhost:${server.port + 1}`]) {
      expect((await ask(server, "/", { headers: { origin, cookie } })).status, origin).toBe(403);
    }
    expect((await ask(server, "/", { headers: { host: `localhost:${server.port}`, cookie } })).status).toBe(200);
  });

  it("never leaves its folder", async () => {
    const server = await serving();
    const headers = { cookie: cookieOf(server) };
    for (const path of ["/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/..%5csecret.txt", "/link.txt", "/.hidden.html", "/assets/", "/secret.txt%00.html", "//etc/passwd", "/%ff", "/assets"]) {
      const reply = await ask(server, path, { headers });
      expect([400, 404], path).toContain(reply.status);
      expect(reply.body).not.toContain("secret\n");
    }
  });

  it("takes no other request than one for a page", async () => {
    const server = await serving();
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect(await ask(server, "/", { method, headers: { cookie: cookieOf(server) } })).toMatchObject({ status: 405 });
    }
  });

  it("listens on the loopback address alone", async () => {
    const server = await serving();
    const outside = Object.values(networkInterfaces()).flatMap((found) => found ?? []).filter((one) => !one.internal && one.family === "IPv4");
    for (const { address } of outside) {
      const reached = await new Promise((resolve) => {
        const socket = connect(server.port, address);
        socket.once("connect", () => resolve(true));
        socket.once("error", () => resolve(false));
      });
      expect(reached, address).toBe(false);
    }
    expect(await ask(server, "/")).toMatchObject({ status: 401 });
  });
});

/** How a WebSocket to the engine ends: open, or the status it was refused with. */
function dial(server: WebServer, path: string, headers: Record<string, string>): Promise<"open" | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers });
    socket.once("open", () => {
      socket.terminate();
      resolve("open");
    });
    socket.once("unexpected-response", (_request, response) => {
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
    socket.once("error", (error) => (/Unexpected server response|closed before/.test(error.message) ? undefined : reject(error)));
  });
}

describe("the engine behind the page", { timeout: 120_000 }, () => {
  it("answers the page, and nobody else", async () => {
    const lab = await startLab();
    const server = await serving(() => Promise.resolve(lab.engine.socket));
    const origin = `http://127.0.0.1:${server.port}`;
    const cookie = cookieOf(server);
    expect(await dial(server, "/api", { origin, cookie })).toBe("open");
    expect(await dial(server, "/api", { cookie })).toBe(403);
    expect(await dial(server, "/api", { origin: "http://evil.example", cookie })).toBe(403);
    expect(await dial(server, "/api", { origin, cookie, host: "evil.example" })).toBe(403);
    expect(await dial(server, "/api", { origin })).toBe(401);
    expect(await dial(server, "/api", { origin, cookie: `flipbook-${server.port}=wrong` })).toBe(401);
    expect(await dial(server, "/elsewhere", { origin, cookie })).toBe(404);
  });

  it("is the same typed engine as at its socket", async () => {
    const lab = await startLab();
    const server = await serving(() => Promise.resolve(lab.engine.socket));
    class PageSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { origin: `http://127.0.0.1:${server.port}`, cookie: cookieOf(server) } });
      }
    }
    const client = createWSClient({ url: `ws://127.0.0.1:${server.port}/api`, WebSocket: PageSocket as unknown as typeof globalThis.WebSocket });
    onTestFinished(() => client.close());
    const api = createTRPCClient<AppRouter>({ links: [wsLink({ client })] });
    expect(await api.lab.overview.query()).toEqual(await lab.engine.api.lab.overview.query());
    const heard = new Promise((resolve) => {
      const changes = api.lab.changes.subscribe(undefined, {
        onStarted: () => void lab.engine.api.queue.policy.mutate({ afterCrash: "pause" }),
        onData: (events) => {
          changes.unsubscribe();
          resolve(events);
        },
      });
    });
    expect(await heard).toEqual([{ kind: "queue" }]);
  });

  it("that cannot be reached is said to be so", async () => {
    const server = await serving();
    expect(await dial(server, "/api", { origin: `http://127.0.0.1:${server.port}`, cookie: cookieOf(server) })).toBe(503);
  });
});
