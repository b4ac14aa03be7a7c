// `npm run package`: a folder with the whole app in it, in .build/package.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runQuietly } from "./child.mjs";
import { ensureElectron } from "./electron.mjs";
import { buildFolder, projectRoot } from "./paths.mjs";
import { preparePrograms, requireBuilds } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { ensurePythonEnvironment } from "./python-environment.mjs";
import { SetupError, runMain } from "./setup-error.mjs";

const app = join(buildFolder, "app");
const native = join(buildFolder, "app-native");
const modules = join(projectRoot, "node_modules");
/** Everything else is in the bundles. */
const nativePackages = ["better-sqlite3", "node-pty", "@lydell", "@resvg"];

await runMain(async () => {
  const progress = createProgress();
  const { node } = await preparePrograms(progress);
  requireBuilds();
  const python = await progress.step("Python environment", ensurePythonEnvironment);
  const electron = await progress.step("Electron", (step) => ensureElectron({ node, python }, step));
  await progress.step("App folder", async () => layOut());
  await progress.step("Package", () => pack(node, electron));
  process.stdout.write(`${join(buildFolder, "package")}: ${readdirSync(join(buildFolder, "package")).filter((name) => name.includes("unpacked")).join(", ")}\n`);
  return 0;
});

function layOut() {
  for (const folder of [app, native]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  const { name, version, description, license, type, main } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  writeFileSync(join(app, "package.json"), JSON.stringify({ name, version, description, license, type, main, author: "Flipbook contributors" }, null, 2));
  for (const folder of ["engine", "cli", "electron", "renderer"]) copy(join(buildFolder, folder), join(app, ".build", folder));
  for (const folder of ["python", "assets", join("workers", "setup")]) copy(join(projectRoot, folder), join(app, folder));
  for (const name of nativePackages) copy(join(modules, name), join(native, name));
}

/**
 * Leaves out caches, and of a native package what it was compiled from and what belongs to other platforms.
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  const prebuilt = new RegExp(`[\\\\/]prebuilds[\\\\/](?!${process.platform === "linux" ? "linux(musl)?" : process.platform}-${process.arch})[^\\\\/]+$`);
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.includes("__pycache__") && !prebuilt.test(path) && !/better-sqlite3[\\/](deps|src)$/.test(path),
  });
}

/**
 * @param {string} node
 * @param {import("./electron.mjs").ElectronFound} electron
 */
async function pack(node, electron) {
  rmSync(join(buildFolder, "package"), { recursive: true, force: true });
  const args = [join(modules, "electron-builder", "cli.js"), "--dir", "--config", "electron/builder.yml", `-c.electronDist=${electron.folder}`, `-c.electronVersion=${electron.version}`, "--publish", "never"];
  const done = await runQuietly(node, args, { cwd: projectRoot, env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: "false", NO_COLOR: "1" } });
  if (done.code !== 0) throw new SetupError(`The app could not be packaged.\n${lastLines(done.output, 12)}`, "npm run package");
}
