// `npm test [-- FILTER]`: sets everything up, runs every check in turn, and ends with how many passed and failed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./bundle.mjs";
import { lastLines, runInTerminal, runQuietly } from "./child.mjs";
import { withDisplay } from "./display.mjs";
import { environmentFor } from "./environment.mjs";
import { buildFolder, projectRoot } from "./paths.mjs";
import { prepareTests } from "./prepare-tests.mjs";
import { requireBuilds } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { SetupError, runMain } from "./setup-error.mjs";
import { addUp, countUnittest, countVitest, honestLine, secondTries } from "./test-counts.mjs";

await runMain(async () => {
  const counts = await everything().catch(asFailure);
  if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped, counted as neither\n`);
  process.stdout.write(`${honestLine(counts)}\n`);
  return counts.failed === 0 ? 0 : 1;
});

/**
 * @param {unknown} error
 */
function asFailure(error) {
  if (!(error instanceof SetupError)) throw error;
  process.stdout.write(`${error.message}\n${error.line === "" ? "" : `\n    ${error.line}\n\n`}failed\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}

async function everything() {
  const progress = createProgress();
  const prepared = await prepareTests(progress);
  const env = environmentFor(prepared);
  const script = (/** @type {string} */ heading, /** @type {string[]} */ path, /** @type {string[]} */ args) =>
    oneCheck(heading, prepared.node, [join(projectRoot, "node_modules", ...path), ...args], env);
  return addUp([
    await build(progress, prepared.node).catch(asFailure),
    await script("Types", ["typescript", "bin", "tsc"], ["-b"]),
    await script("Lint", ["eslint", "bin", "eslint.js"], ["--config", "tests/architecture/eslint.config.mjs", "."]),
    await script("Layers", ["dependency-cruiser", "bin", "dependency-cruiser.mjs"], ["--config", "tests/architecture/dependency-cruiser.cjs", "workers", "electron", "renderer"]),
    await oneCheck("Python compiles", prepared.python, ["-m", "compileall", "-q", "python", "assets", "workers", "tests"], env),
    await pythonTests(prepared.python, env),
    await vitest(prepared.node, env),
  ]);
}

/**
 * @param {import("./progress.mjs").Progress} progress
 * @param {string} node
 */
async function build(progress, node) {
  heading("Build");
  await progress.step("Build", (step) => ensureBuilt(node, step));
  requireBuilds();
  return { passed: 1, failed: 0, skipped: 0 };
}

/** @param {string} text */
function heading(text) {
  process.stdout.write(`\n── ${text}\n`);
}

/**
 * A check that passes or fails as a whole.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function oneCheck(name, command, args, env) {
  heading(name);
  const code = await runInTerminal(command, args, { cwd: projectRoot, env });
  process.stdout.write(code === 0 ? "passed\n" : "failed\n");
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {string} python
 * @param {NodeJS.ProcessEnv} env
 */
async function pythonTests(python, env) {
  heading("Python tests");
  const folder = join(projectRoot, "tests", "python");
  if (!existsSync(folder)) return { passed: 0, failed: 0, skipped: 0 };
  const done = await runQuietly(python, ["-m", "unittest", "discover", "-s", folder, "-p", "test_*.py"], {
    cwd: projectRoot,
    env: { ...env, PYTHONPATH: join(projectRoot, "python"), OMP_NUM_THREADS: "1" },
  });
  process.stdout.write(`${done.code === 0 ? lastLines(done.output, 3) : done.output}\n`);
  return countUnittest(done.output, done.code);
}

/**
 * Under a display of its own where there is none, for the tests that open the window.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function vitest(node, env) {
  heading("Vitest");
  const report = join(buildFolder, "vitest.json");
  rmSync(report, { force: true });
  const [program = "", ...args] = withDisplay([
    node, join(projectRoot, "node_modules", "vitest", "vitest.mjs"), "run", "--config", "tests/vitest.config.ts",
    "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2),
  ]);
  const code = await runInTerminal(program, args, { cwd: projectRoot, env });
  const said = existsSync(report) ? readFileSync(report, "utf8") : null;
  for (const { name, why } of secondTries(said)) process.stdout.write(`\nPassed only at the second try: ${name}\n${why}\n`);
  return countVitest(said, code);
}
