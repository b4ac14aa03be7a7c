import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runQuietly } from "./child.mjs";
import { digestText, digestTree } from "./digest.mjs";
import { withLock } from "./lock.mjs";
import { buildFolder, projectRoot } from "./paths.mjs";
import { SetupError } from "./setup-error.mjs";

/** @typedef {{ from: string, to: string, format: "esm" | "cjs" }} Entry `to` is relative to .build */

/** @type {readonly Entry[]} */
const entries = [
  { from: "workers/engine/main.ts", to: "engine/main.mjs", format: "esm" },
  { from: "workers/engine/statistics-thread.ts", to: "engine/statistics-thread.mjs", format: "esm" },
  { from: "workers/engine/runner/holder.ts", to: "engine/holder.mjs", format: "esm" },
  { from: "workers/cli/main.ts", to: "cli/main.mjs", format: "esm" },
  { from: "electron/main.ts", to: "electron/main.mjs", format: "esm" },
  // A sandboxed preload script must be CommonJS.
  { from: "electron/preload.ts", to: "electron/preload.cjs", format: "cjs" },
];
/** The database looks for its migrations beside the bundle it went into. */
const copied = [{ from: "workers/database/migrations", to: "engine/migrations" }];
/** Native modules are loaded from node_modules; Electron provides itself. */
const external = ["better-sqlite3", "node-pty", "@resvg/resvg-js", "electron"];

const always = ["package-lock.json", "workers/setup/bundle.mjs", "workers/domain", "workers/contract", "assets"];
const programInputs = [...always, "workers/database", "workers/engine", "workers/cli", "electron", "renderer/figures"];
const pageInputs = [...always, "workers/engine/api.ts", "renderer"];

/**
 * Builds what has changed since the last build into .build; resolves to what was built.
 * @param {string} node a Node that vite can run on
 * @param {import("./progress.mjs").Step} step
 */
export async function ensureBuilt(node, step) {
  return withLock(
    join(buildFolder, "build.lock"),
    async () => {
      const parts = [
        { name: "programs", hash: digestTree(projectRoot, programInputs), build: buildPrograms },
        { name: "page", hash: digestText(digestTree(projectRoot, pageInputs), node), build: () => buildPage(node) },
      ];
      const stale = parts.filter((part) => !existsSync(stampOf(part.name)) || readFileSync(stampOf(part.name), "utf8") !== part.hash);
      for (const part of stale) {
        step.note(part.name);
        rmSync(stampOf(part.name), { force: true });
        await part.build();
        writeFileSync(stampOf(part.name), part.hash);
      }
      step.note(stale.length === 0 ? "nothing has changed" : stale.map((part) => part.name).join(" and "));
      return stale.map((part) => part.name);
    },
    (owner) => step.note(`waiting for another build (${owner})`),
  );
}

/** The main files a running Flipbook needs, and are not there. */
export function missingBuilds() {
  return ["engine/main.mjs", "cli/main.mjs", "electron/main.mjs", "electron/preload.cjs", "renderer/index.html"].filter((file) => !existsSync(join(buildFolder, file)));
}

/** @param {string} part */
function stampOf(part) {
  return join(buildFolder, `${part}.hash`);
}

async function buildPrograms() {
  const { build } = await import("esbuild");
  await throughNewFolder(async (fresh) => {
    for (const entry of entries.filter(({ from }) => existsSync(join(projectRoot, from)))) {
      const options = optionsFor(entry, fresh);
      await build(options).catch((error) => {
        throw new SetupError(`${entry.from} could not be built:\n${lastLines(String(error.message), 12)}`, "npm run build");
      });
    }
    for (const { from, to } of copied) if (existsSync(join(projectRoot, from))) cpSync(join(projectRoot, from), join(fresh, to), { recursive: true });
  });
}

/**
 * @param {Entry} entry
 * @param {string} outFolder
 * @returns {import("esbuild").BuildOptions}
 */
function optionsFor({ from, to, format }, outFolder) {
  return {
    absWorkingDir: projectRoot,
    entryPoints: [from],
    outfile: join(outFolder, to),
    bundle: true,
    platform: "node",
    target: "node20",
    format,
    external,
    sourcemap: true,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
    // CommonJS packages inside an ES module bundle still call require.
    ...(format === "esm" ? { banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' } } : {}),
  };
}

/** @param {string} node */
async function buildPage(node) {
  if (!existsSync(join(projectRoot, "renderer", "main.tsx"))) return;
  await throughNewFolder(async (fresh) => {
    const vite = join(projectRoot, "node_modules", "vite", "bin", "vite.js");
    const args = [vite, "build", "--config", "renderer/vite.config.ts", "--outDir", join(fresh, "renderer"), "--emptyOutDir", "--logLevel", "warn"];
    const done = await runQuietly(node, args, { cwd: projectRoot, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" } });
    if (done.code !== 0) throw new SetupError(`The page could not be built:\n${lastLines(done.output, 12)}`, "npm run build");
  });
}

/**
 * Builds into a new folder and moves each result over the old one, so that a running Flipbook never sees half a build.
 * @param {(folder: string) => Promise<void>} work
 */
async function throughNewFolder(work) {
  mkdirSync(buildFolder, { recursive: true });
  for (const name of readdirSync(buildFolder)) if (name.startsWith("new-")) rmSync(join(buildFolder, name), { recursive: true, force: true });
  const fresh = mkdtempSync(join(buildFolder, "new-"));
  try {
    await work(fresh);
    for (const name of readdirSync(fresh)) {
      const old = join(fresh, `old-${name}`);
      if (existsSync(join(buildFolder, name))) renameSync(join(buildFolder, name), old);
      renameSync(join(fresh, name), join(buildFolder, name));
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
