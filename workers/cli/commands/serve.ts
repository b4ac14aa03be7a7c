import { existsSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../../domain/errors.ts";
import { connectEngine, findSocket } from "../../engine/client/connect.ts";
import { errorCode } from "../../engine/error-code.ts";
import { defaultLabFolder } from "../../engine/lab-folder.ts";
import { programFolders } from "../../engine/program-folders.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { openBrowser } from "../serve/open-browser.ts";
import { startWebServer, type WebServer } from "../serve/web-server.ts";
import type { CommonOptions } from "../session.ts";
import { processTerminal } from "../terminal.ts";

export type ServeOptions = CommonOptions & { readonly port?: string; readonly open?: boolean; readonly sampleIfNew?: boolean };

/** `flipbook serve`: the lab's page on this machine's loopback address, until Ctrl-C. */
export async function serveCommand(options: ServeOptions): Promise<ExitCode> {
  const { page, port } = { page: builtPage(), port: portOption(options.port) };
  const named = options.lab ?? defaultLabFolder(process.env);
  const lab = await prepareLab(named, options.sampleIfNew ?? false);
  const server = await start({ port, page, engineSocket: () => findSocket(lab, { start: true }) });
  const interrupt = onInterrupt();
  const { out, err } = processTerminal(options.json ?? false);
  out(options.json === true ? `${JSON.stringify({ url: server.address, port: server.port, lab })}\n` : `${server.address}\n`);
  err(`${lab} is shown at the address above, on this machine only. Ctrl-C ends it; jobs go on.\nFrom another machine: ssh -L ${server.port}:127.0.0.1:${server.port} THIS-MACHINE, then open the same address there.\n`);
  const forgetFile = options.open === true ? openBrowser(lab, server.address) : () => undefined;
  await interrupt.happened;
  forgetFile();
  await server.close();
  return exitCodes.ok;
}

async function prepareLab(named: string, sampleIfNew: boolean): Promise<string> {
  const engine = await connectEngine(named, { start: true });
  try {
    const view = await engine.api.lab.overview.query();
    if (sampleIfNew && !view.readOnly && view.experiments.length === 0) await engine.api.lab.startSample.mutate();
    return view.folder;
  } finally {
    await engine.close();
  }
}

async function start(options: Parameters<typeof startWebServer>[0]): Promise<WebServer> {
  try {
    return await startWebServer(options);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    throw new LabError("conflict", `Port ${options.port} cannot be used (${code}). Choose another with --port, or leave it out.`, { cause: error });
  }
}

function builtPage(): string {
  const page = programFolders(process.env).renderer;
  if (!existsSync(join(page, "index.html"))) throw new LabError("missing-tool", "The page is not built. Run `npm run build` once.");
  return page;
}

function portOption(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new LabError("bad-input", `--port ${text}: a port is a whole number from 1 to 65535.`);
  return port;
}
