// `node workers/setup/status.mjs [--json]`: what is there, what is missing, and what to do about it. It only looks.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { damagedFiles, isWhole, modelFolder, tinyLayers } from "./builtin-model.mjs";
import { missingBuilds } from "./bundle.mjs";
import { runQuietly } from "./child.mjs";
import { findChromium } from "./chromium.mjs";
import { hasDisplay } from "./display.mjs";
import { executableIn } from "./electron-official.mjs";
import { findElectron } from "./electron.mjs";
import { engineNodeRemedy, findEngineNode } from "./engine-node.mjs";
import { nodeModulesAreCurrent } from "./node-modules.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheRoot } from "./paths.mjs";
import { findEnvironment, requirementList } from "./python-environment.mjs";
import { findPython, oldestPython } from "./python-find.mjs";
import { electronPackages, hasDpkg, installLine, missingPackages, testPackages } from "./system-packages.mjs";

/**
 * @typedef {object} Check
 * @property {string} id stable, for programs
 * @property {string} label
 * @property {"ok" | "missing" | "broken" | "optional"} state optional: not there, and nothing needs it here
 * @property {string | null} version
 * @property {string} detail where it is, or what was found
 * @property {string} fix what to do; empty when there is nothing to do
 */

const setupFix = "npm start";

/**
 * Looks at everything at once; starts no download and changes nothing.
 * @returns {Promise<Check[]>}
 */
export async function readStatus() {
  const checks = await Promise.all([
    nodeCheck(), npmCheck(), nodeModulesCheck(), engineNodeCheck(), buildCheck(), pythonCheck(), packagesCheck(),
    modelCheck(null), modelCheck(tinyLayers), electronCheck(), displayCheck(), systemPackagesCheck(), chromiumCheck(), gitCheck(), nvidiaCheck(), cacheCheck(),
  ]);
  return checks;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Partial<Check>} found
 * @returns {Check}
 */
function check(id, label, found) {
  return { id, label, state: "ok", version: null, detail: "", fix: "", ...found };
}

async function nodeCheck() {
  return check("node", "Node", { version: process.versions.node, detail: process.execPath });
}

async function npmCheck() {
  const npm = npmCommand(["--version"]);
  const { code, output } = await runQuietly(npm.command, npm.args);
  return code === 0 ? check("npm", "npm", { version: output.trim() }) : check("npm", "npm", { state: "missing", fix: "nvm install 24" });
}

async function nodeModulesCheck() {
  return check("node-modules", "Node modules", nodeModulesAreCurrent() ? { detail: "as in package-lock.json" } : { state: "missing", detail: "missing, or not those of package-lock.json", fix: "npm ci" });
}

async function engineNodeCheck() {
  const found = findEngineNode();
  return check("engine-node", "Node for the engine", found === null ? { state: "missing", detail: "22.14 or newer is needed", fix: engineNodeRemedy(process.platform, process.arch) } : { version: found.version, detail: found.path });
}

async function buildCheck() {
  const missing = missingBuilds();
  return check("build", "Build", missing.length === 0 ? { detail: ".build" } : { state: "missing", detail: `no ${missing.join(", ")}`, fix: "npm run build" });
}

async function pythonCheck() {
  const found = await findPython();
  if (found === null) return check("python", "Python", { state: "missing", detail: `${oldestPython} or newer is needed`, fix: installLine(["python3", "python3-venv"]) });
  if (!found.venv) return check("python", "Python", { state: "broken", version: found.version, detail: "it cannot make environments", fix: installLine(["python3-venv"]) });
  return check("python", "Python", { version: found.version, detail: found.command });
}

async function packagesCheck() {
  const python = await findEnvironment();
  if (python === null) return check("python-packages", "Python environment", { state: "missing", fix: setupFix });
  const pinned = requirementList().map((line) => line.split("=="));
  const question = "import importlib.metadata as m, json, sys; print(json.dumps({n: next((d.version for d in m.distributions(name=n)), None) for n in sys.argv[1:]}))";
  const { code, output } = await runQuietly(python, ["-c", question, ...pinned.map(([name = ""]) => name)]);
  if (code !== 0) return check("python-packages", "Python environment", { state: "broken", detail: python, fix: setupFix });
  /** @type {Record<string, string | null>} */
  const versions = JSON.parse(output);
  const wrong = pinned.filter(([name = "", version = ""]) => versions[name]?.split("+")[0] !== version).map(([name = ""]) => `${name} ${versions[name] ?? "missing"}`);
  if (wrong.length > 0) return check("python-packages", "Python environment", { state: "broken", detail: `${python}: ${wrong.join(", ")}`, fix: setupFix });
  return check("python-packages", "Python environment", { version: `torch ${versions["torch"]}`, detail: `${python} (${Object.entries(versions).slice(1).map((pair) => pair.join(" ")).join(", ")})` });
}

/** @param {number | null} layers */
async function modelCheck(layers) {
  const folder = modelFolder(layers);
  const [id, label] = layers === null ? ["builtin-model", "Built-in model"] : ["tiny-model", "Model for the tests"];
  if (!existsSync(folder)) return check(id, label, layers === null ? { state: "missing", fix: setupFix } : { state: "optional", detail: "made by npm test" });
  const damaged = isWhole(folder) ? await damagedFiles(folder) : ["files are missing or cut short"];
  if (damaged.length > 0) return check(id, label, { state: "broken", detail: `${folder}: ${damaged.join(", ")}`, fix: `rm -r ${JSON.stringify(folder)} && ${setupFix}` });
  return check(id, label, { version: "SmolLM2-135M-Instruct", detail: `${folder} (SHA-256 checked)` });
}

async function electronCheck() {
  const found = findElectron();
  if (found !== null) return check("electron", "Electron", { version: found.version, detail: `${found.kind}, ${executableIn(found.folder)}` });
  return check("electron", "Electron", { state: hasDisplay() ? "missing" : "optional", detail: "the lab can be used in a browser without it", fix: setupFix });
}

async function displayCheck() {
  return check("display", "Display", hasDisplay() ? { detail: process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? process.platform } : { state: "optional", detail: "none; npm start uses the terminal and a browser" });
}

async function systemPackagesCheck() {
  if (!hasDpkg()) return check("system-packages", "System packages", { state: "optional", detail: `not checked here; Electron needs what Debian calls ${electronPackages.join(" ")}` });
  const [forWindow, forTests] = await Promise.all([missingPackages(electronPackages), missingPackages(testPackages)]);
  const missing = [...forWindow, ...forTests];
  if (missing.length === 0) return check("system-packages", "System packages", { detail: [...electronPackages, ...testPackages].join(" ") });
  return check("system-packages", "System packages", {
    state: forWindow.length > 0 && hasDisplay() ? "missing" : "optional",
    detail: `${forWindow.length > 0 ? `the window needs ${forWindow.join(" ")}` : ""}${forTests.length > 0 ? `${forWindow.length > 0 ? "; " : ""}npm test needs ${forTests.join(" ")}` : ""}`,
    fix: installLine(missing),
  });
}

async function chromiumCheck() {
  const path = findChromium();
  if (path === null) return check("chromium", "Chromium", { state: "optional", detail: "only npm test needs it", fix: installLine(["chromium"]) });
  const { output } = await runQuietly(path, ["--version"]);
  return check("chromium", "Chromium", { version: /\d+(\.\d+)+/.exec(output)?.[0] ?? null, detail: path });
}

async function gitCheck() {
  const { code, output } = await runQuietly("git", ["--version"]);
  return check("git", "git", code === 0 ? { version: /\d+(\.\d+)+/.exec(output)?.[0] ?? null } : { state: "optional", detail: "runs then record no commit", fix: installLine(["git"]) });
}

/** The driver says its version in a file; nvidia-smi itself is the engine's to run. */
async function nvidiaCheck() {
  const file = "/proc/driver/nvidia/version";
  if (!existsSync(file)) return check("nvidia-driver", "NVIDIA driver", { state: "optional", detail: "none found; jobs run on the CPU" });
  return check("nvidia-driver", "NVIDIA driver", { version: /\b\d{3,}\.\d+(\.\d+)?\b/.exec(readFileSync(file, "utf8"))?.[0] ?? null, detail: file });
}

async function cacheCheck() {
  return check("cache", "Cache", { detail: cacheRoot(), state: existsSync(cacheRoot()) ? "ok" : "optional" });
}

/**
 * Prints the list; the exit code is 1 when something is missing or broken.
 * @param {readonly string[]} args
 */
export async function printStatus(args) {
  const checks = await readStatus();
  const ok = checks.every(({ state }) => state === "ok" || state === "optional");
  process.stdout.write(args.includes("--json") ? `${JSON.stringify({ ok, checks }, null, 2)}\n` : checks.map(lineFor).join(""));
  return ok ? 0 : 1;
}

const glyphs = { ok: "✓", missing: "✗", broken: "✗", optional: "·" };

/** @param {Check} found */
function lineFor({ label, state, version, detail, fix }) {
  const head = `${glyphs[state]} ${label.padEnd(20)} ${[version, state === "missing" && detail === "" ? "missing" : detail].filter(Boolean).join("  ")}`;
  return fix === "" ? `${head}\n` : `${head}\n    ${fix}\n`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = await printStatus(process.argv.slice(2));
