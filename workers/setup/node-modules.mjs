import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runQuietly } from "./child.mjs";
import { digestText } from "./digest.mjs";
import { withLock } from "./lock.mjs";
import { npmCommand } from "./npm.mjs";
import { buildFolder, projectRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

const folder = join(projectRoot, "node_modules");
const stamp = join(folder, ".flipbook-lock-hash");
const oldestNode = 20;

/** Whether node_modules are those of the lock file; npm's own marker is the second proof, written last by npm. */
export function nodeModulesAreCurrent() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash() && existsSync(join(folder, ".package-lock.json"));
}

/** @param {import("./progress.mjs").Step} step */
export async function ensureNodeModules(step) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < oldestNode) throw new SetupError(`Flipbook needs Node ${oldestNode} or newer; this is ${process.versions.node}.`, "nvm install 24");
  if (nodeModulesAreCurrent()) return;
  await withLock(
    join(buildFolder, "node-modules.lock"),
    async () => {
      if (!nodeModulesAreCurrent()) await install(step);
    },
    (owner) => step.note(`waiting for another set-up (${owner})`),
  );
}

/** @param {import("./progress.mjs").Step} step */
async function install(step) {
  if (isInstalledByNpm()) {
    writeFileSync(stamp, lockHash());
    return;
  }
  step.note("npm ci");
  // `npm ci` deletes node_modules first, so an interrupted one is begun again, never trusted.
  const npm = npmCommand(["ci", "--no-audit", "--no-fund"]);
  const done = await runQuietly(npm.command, npm.args, { cwd: projectRoot });
  if (done.code !== 0) throw new SetupError(`npm could not install the packages.\n${lastLines(done.output)}`, "npm ci");
  writeFileSync(stamp, lockHash());
}

/** Whether the user has just run `npm ci` or `npm install`: npm records what it installed. */
function isInstalledByNpm() {
  const record = join(folder, ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(projectRoot, "package-lock.json"))).every(
    ([path, wanted]) => path === "" || wanted.optional === true || installed[path]?.version === wanted.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages; // npm's own format
}

function lockHash() {
  return digestText(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
}
