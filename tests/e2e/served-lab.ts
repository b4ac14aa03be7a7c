import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import type { InventedExperiment } from "../fixtures/lab/add-experiment.ts";
import { makeLab } from "../fixtures/lab/make-lab.ts";
import { makeModelFolder } from "../fixtures/model-folder.ts";
import { needed, projectRoot, stopEngine } from "./launch-window.ts";

export type ServedLab = {
  readonly lab: string;
  /** The address with its key, as `flipbook serve` prints it. */
  readonly url: string;
  readonly browser: Browser;
  /** A folder that looks like a base model; nothing is ever loaded from it. */
  readonly base: string;
  close(): Promise<void>;
};

/** Fills a lab, serves it with the built command line, and starts a Chromium. */
export async function serveLab(experiments: readonly InventedExperiment[], more: { readonly prepare?: (lab: string) => void; readonly env?: NodeJS.ProcessEnv } = {}): Promise<ServedLab> {
  const executablePath = needed("FLIPBOOK_CHROMIUM");
  const folder = mkdtempSync(join(tmpdir(), "flipbook-browser-"));
  const lab = join(folder, "lab");
  const base = join(folder, "base");
  makeLab(lab, experiments);
  more.prepare?.(lab);
  makeModelFolder(base);
  const serve = spawn(process.execPath, [join(projectRoot, ".build/cli/main.mjs"), "serve", "--lab", lab, "--json"], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...more.env } });
  const url = await addressOf(serve);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  return {
    lab,
    url,
    browser,
    base,
    close: async () => {
      await browser.close();
      const ended = new Promise((resolve) => serve.once("exit", resolve));
      serve.kill("SIGINT");
      await ended;
      stopEngine(lab);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

/** A page on the lab; what the browser complains about is collected. */
export async function openLab(served: ServedLab, size: { readonly width: number; readonly height: number } = { width: 1280, height: 820 }): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const context = await served.browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(served.url);
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  return { page, complaints };
}

/** A page of the lab by its path, in a context of its own. */
export async function openPage(served: ServedLab, path: string): Promise<Page> {
  const { page } = await openLab(served);
  await page.goto(new URL(`/#${path}`, served.url).href);
  return page;
}

function addressOf(serve: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let said = "";
    serve.stdout?.on("data", (data: Buffer) => {
      printed += data.toString("utf8");
      if (!printed.includes("\n")) return;
      const { url } = JSON.parse(printed.slice(0, printed.indexOf("\n"))) as { url: string }; // the one line that serve --json prints
      resolve(url);
    });
    serve.stderr?.on("data", (data: Buffer) => {
      said += data.toString("utf8");
    });
    serve.once("exit", (code) => reject(new Error(`flipbook serve ended with ${code ?? "a signal"}: ${said}`)));
  });
}
