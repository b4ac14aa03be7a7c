import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { _electron } from "playwright-core";
import { executableIn } from "../../workers/setup/electron-official.mjs";
import type { ElectronApplication, Page } from "playwright-core";

export const projectRoot = new URL("../..", import.meta.url).pathname;

/** A variable that `npm test` sets; a test that needs it says so rather than pass without it. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set: run this through npm test.`);
  return value;
}

export type OpenedWindow = { readonly app: ElectronApplication; readonly page: Page };

/** Starts the real window on a lab, with a profile of its own under the lab's parent folder. */
export async function openWindowOn(lab: string, more: readonly string[] = []): Promise<OpenedWindow> {
  const folder = needed("ELECTRON_OVERRIDE_DIST_PATH");
  const app = await _electron.launch({
    executablePath: executableIn(folder),
    args: [projectRoot, "--no-sandbox", `--user-data-dir=${lab}-window`, "--lab", lab, ...more],
    env: Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    timeout: 60_000,
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(30_000);
  return { app, page };
}

/** Keeps a picture of what the test saw, to be looked at afterwards. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(projectRoot, ".build", "pictures");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Ends the engine of a lab, if one is still there. */
export function stopEngine(lab: string): void {
  const file = join(lab, "engine.json");
  if (!existsSync(file)) return;
  const { pid } = JSON.parse(readFileSync(file, "utf8")) as { pid: number }; // written by the engine that the test started
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
