import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runQuietly } from "./child.mjs";
import { digestText } from "./digest.mjs";
import { withLock } from "./lock.mjs";
import { cacheRoot, projectRoot } from "./paths.mjs";
import { findPython, oldestPython } from "./python-find.mjs";
import { SetupError } from "./setup-error.mjs";
import { installPackages } from "./system-packages.mjs";

const requirements = join(projectRoot, "python", "requirements.txt");
const imports = "import torch, transformers, tokenizers, peft, accelerate, bitsandbytes, safetensors, gguf, numpy";

/** @param {string} environment */
export function pythonIn(environment) {
  return process.platform === "win32" ? join(environment, "Scripts", "python.exe") : join(environment, "bin", "python");
}

/**
 * Where the environment for these requirements and this Python (major.minor) lies, whether it exists or not.
 * @param {string} version
 */
export function environmentFolder(version) {
  const key = digestText(readFileSync(requirements, "utf8"), version.split(".").slice(0, 2).join("."), process.platform, process.arch);
  return join(cacheRoot(), "python", key.slice(0, 12));
}

/**
 * An environment is complete when its stamp, written last, is there and its Python is not a dangling link.
 * @param {string} environment
 */
export function isComplete(environment) {
  return existsSync(join(environment, "complete")) && existsSync(pythonIn(environment));
}

/** The python jobs would run on now, or null; nothing is made. */
export async function findEnvironment() {
  if (process.env.FLIPBOOK_PYTHON) return process.env.FLIPBOOK_PYTHON;
  const base = await findPython();
  if (base === null || !isComplete(environmentFolder(base.version))) return null;
  return pythonIn(environmentFolder(base.version));
}

/**
 * Makes sure that the Python environment is there; resolves to its python.
 * @param {import("./progress.mjs").Step} step
 */
export async function ensurePythonEnvironment(step) {
  if (process.env.FLIPBOOK_PYTHON) return chosenPython(process.env.FLIPBOOK_PYTHON, step);
  const base = await usablePython();
  const environment = environmentFolder(base.version);
  if (!isComplete(environment)) {
    await withLock(
      `${environment}.lock`,
      async () => {
        if (!isComplete(environment)) await build(environment, base.command, step);
      },
      (owner) => step.note(`waiting for another set-up (${owner})`),
    );
  }
  step.note(`Python ${base.version}, ${requirementList().length} pinned packages`);
  return pythonIn(environment);
}

/**
 * @param {string} python
 * @param {import("./progress.mjs").Step} step
 */
async function chosenPython(python, step) {
  const answer = await runQuietly(python, ["-c", "import sys; print(sys.version.split()[0])"]);
  if (answer.code !== 0) throw new SetupError(`FLIPBOOK_PYTHON names ${python}, which does not start.`, "unset FLIPBOOK_PYTHON");
  step.note(`Python ${answer.output.trim()} named by FLIPBOOK_PYTHON`);
  return python;
}

async function usablePython() {
  const found = await findPython();
  if (found?.venv) return found;
  await installPackages(["python3", "python3-venv"], found === null ? `Python ${oldestPython} or newer was not found.` : "This Python cannot make environments.");
  const again = await findPython();
  if (again?.venv) return again;
  throw new SetupError(`Flipbook needs Python ${oldestPython} or newer with its venv module, and found none.`, "python3 --version");
}

/**
 * Builds in a folder with another name and renames it at the end. Torch, by far the largest, is a stage of its
 * own: after an interruption everything newer than the last finished stage is swept out, so nothing half-installed stays.
 * @param {string} environment
 * @param {string} base
 * @param {import("./progress.mjs").Step} step
 */
async function build(environment, base, step) {
  const partial = `${environment}.partial`;
  const torchStage = join(partial, "torch-stage.json");
  const python = pythonIn(partial);
  if (existsSync(torchStage)) sweep(partial, torchStage);
  else {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    step.note("making the environment");
    await must([base, "-m", "venv", partial], "Python could not make an environment.");
    const torch = requirementList().filter((line) => line.startsWith("torch=="));
    step.note(`installing ${torch[0]}`);
    await must([python, ...pipInstall, ...torch], "pip could not install torch.");
    writeFileSync(`${torchStage}.new`, JSON.stringify(readdirSync(sitePackages(partial))));
    renameSync(`${torchStage}.new`, torchStage);
  }
  step.note("installing transformers, peft and the rest");
  await must([python, ...pipInstall, "-r", requirements], "pip could not install the Python packages.");
  step.note("checking that everything imports");
  const check = await runQuietly(python, ["-c", imports]);
  if (check.code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new SetupError(`The Python packages were installed but do not import:\n${lastLines(check.output)}`, "npm start");
  }
  rmSync(environment, { recursive: true, force: true });
  writeFileSync(join(partial, "complete"), "");
  renameSync(partial, environment);
}

const pipInstall = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"];

/**
 * @param {readonly string[]} command
 * @param {string} sentence
 */
async function must([program = "", ...args], sentence) {
  const done = await runQuietly(program, args);
  if (done.code === 0) return;
  const line = args[1] === "pip" ? "npm start   # goes on where it stopped; pip needs the network and about 3 GB of disk" : "";
  throw new SetupError(`${sentence}\n${reasonIn(done.output)}`, line);
}

/**
 * What pip calls an error, without the advice that follows it; else the last lines.
 * @param {string} output
 */
function reasonIn(output) {
  const errors = output.split("\n").filter((text) => text.startsWith("ERROR:"));
  return errors.length > 0 ? errors.join("\n") : lastLines(output);
}

/** @param {string} partial */
function sitePackages(partial) {
  if (process.platform === "win32") return join(partial, "Lib", "site-packages");
  const [version = ""] = readdirSync(join(partial, "lib"));
  return join(partial, "lib", version, "site-packages");
}

/**
 * @param {string} partial
 * @param {string} stageFile
 */
function sweep(partial, stageFile) {
  const known = new Set(/** @type {string[]} */ (JSON.parse(readFileSync(stageFile, "utf8")))); // written by build, whole
  const folder = sitePackages(partial);
  for (const name of readdirSync(folder)) if (!known.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The pinned requirements, one `name==version` each. */
export function requirementList() {
  return readFileSync(requirements, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
