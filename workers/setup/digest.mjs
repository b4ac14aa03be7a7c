import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Hex digest of a file of any size.
 * @param {string} file
 * @param {"sha256" | "sha512"} algorithm
 */
export async function digestFile(file, algorithm = "sha256") {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}

/** @param {readonly string[]} parts */
export function digestText(...parts) {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/**
 * One digest over names and contents of files and of everything under folders; what is not there is skipped.
 * @param {string} root
 * @param {readonly string[]} paths relative to root
 */
export function digestTree(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) for (const file of filesUnder(join(root, path))) hash.update(`${relative(root, file)}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== "__pycache__" && entry.name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}
