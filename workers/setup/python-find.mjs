import { runQuietly } from "./child.mjs";

/** @typedef {{ command: string, version: string, venv: boolean }} FoundPython `venv`: it can make environments */

export const oldestPython = "3.11";

const candidates =
  process.platform === "win32"
    ? [["py", "-3"], ["python"]]
    : [["python3"], ["python3.13"], ["python3.12"], ["python3.11"], ["python3.14"], ["python"]];

const question =
  "import sys, importlib.util as u; print('%d.%d.%d' % sys.version_info[:3], int(bool(u.find_spec('ensurepip') and u.find_spec('venv'))), sys.executable)";

/**
 * The first Python on the PATH that is new enough, one that can make environments first; null when there is none.
 * @returns {Promise<FoundPython | null>}
 */
export async function findPython() {
  /** @type {FoundPython | null} */
  let withoutVenv = null;
  for (const [command = "", ...args] of candidates) {
    const found = parseAnswer((await runQuietly(command, [...args, "-c", question])).output);
    if (found !== null && found.venv) return found;
    withoutVenv ??= found;
  }
  return withoutVenv;
}

/**
 * @param {string} output
 * @returns {FoundPython | null}
 */
export function parseAnswer(output) {
  const match = /^(\d+\.\d+\.\d+) ([01]) (.+)$/m.exec(output);
  const [, version = "", venv = "", command = ""] = match ?? [];
  return match !== null && isNewEnough(version) ? { command: command.trim(), version, venv: venv === "1" } : null;
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestPython.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
