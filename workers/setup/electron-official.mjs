import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./child.mjs";
import { withLock } from "./lock.mjs";
import { buildFolder, projectRoot } from "./paths.mjs";

const electron = join(projectRoot, "node_modules", "electron");
const executables = /** @type {Partial<Record<NodeJS.Platform, string>>} */ ({ darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" });

/** Longest wait without a new byte; a download that moves may take as long as it needs. */
const stallMs = 15_000;

/** @param {string} folder */
export function executableIn(folder) {
  return join(folder, executables[process.platform] ?? "electron");
}

/** The pinned version. */
export function officialVersion() {
  const file = join(electron, "package.json");
  return existsSync(file) ? String(JSON.parse(readFileSync(file, "utf8")).version) : null;
}

/** Electron's own distribution where it is complete (path.txt is written last); it is looked for, never downloaded. */
export function officialElectron() {
  const folder = join(electron, "dist");
  if (!existsSync(join(electron, "path.txt")) || !existsSync(executableIn(folder))) return null;
  const version = readFileSync(join(folder, "version"), "utf8").trim().replace(/^v/, "");
  return version === officialVersion() ? folder : null;
}

/**
 * Lets Electron download itself; resolves to whether it is there now. It is stopped when nothing arrives any more.
 * @param {string} node Electron's downloader needs Node 22.12 or newer
 * @param {import("./progress.mjs").Step} step
 */
export async function downloadOfficial(node, step) {
  return withLock(join(buildFolder, "electron.lock"), async () => officialElectron() !== null || (await download(node, step)), (owner) => step.note(`waiting for another set-up (${owner})`));
}

/**
 * @param {string} node
 * @param {import("./progress.mjs").Step} step
 */
async function download(node, step) {
  const temporary = join(buildFolder, "electron-download");
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const stalled = new AbortController();
  const watch = watchGrowth(temporary, stalled, step);
  try {
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    await runQuietly(node, [join(electron, "install.js")], { cwd: projectRoot, env, signal: stalled.signal });
    return officialElectron() !== null;
  } finally {
    clearInterval(watch);
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {AbortController} stalled
 * @param {import("./progress.mjs").Step} step
 */
function watchGrowth(folder, stalled, step) {
  let bytes = 0;
  let since = Date.now();
  return setInterval(() => {
    const now = bytesUnder(folder) + bytesUnder(join(electron, "dist"));
    if (now > bytes) {
      bytes = now;
      since = Date.now();
      step.note(`downloading, ${Math.round(bytes / 1e6)} MB`);
    } else if (Date.now() - since > stallMs) stalled.abort();
  }, 500);
}

/**
 * @param {string} folder
 * @returns {number}
 */
function bytesUnder(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
