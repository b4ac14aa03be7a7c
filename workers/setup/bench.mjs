// `npm run bench [-- FILTER]`: runs tests/bench/*.bench.ts one after the other and prints what they measured.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./bundle.mjs";
import { withDisplay } from "./display.mjs";
import { environmentFor } from "./environment.mjs";
import { projectRoot } from "./paths.mjs";
import { prepareTests } from "./prepare-tests.mjs";
import { requireBuilds } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { runMain } from "./setup-error.mjs";

/** @typedef {{ name: string, value: number, unit: string, limit?: number }} Measurement `limit`: the largest value that is good enough */

await runMain(async () => {
  const progress = createProgress();
  const prepared = await prepareTests(progress);
  await progress.step("Build", (step) => ensureBuilt(prepared.node, step));
  requireBuilds();
  const files = benchFiles(process.argv[2] ?? "");
  let allGood = files.length > 0;
  for (const file of files) {
    process.stdout.write(`\n── ${file}\n`);
    const measured = await runBench(prepared.node, join(projectRoot, "tests", "bench", file), environmentFor(prepared));
    if (measured === null) process.stdout.write("failed\n");
    else process.stdout.write(table(measured));
    allGood &&= measured !== null && measured.every(isGoodEnough);
  }
  process.stdout.write(allGood ? "\nevery limit kept\n" : "\nnot every limit kept\n");
  return allGood ? 0 : 1;
});

/** @param {string} filter */
function benchFiles(filter) {
  const folder = join(projectRoot, "tests", "bench");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".bench.ts") && name.includes(filter)).sort() : [];
}

/**
 * Each bench has a process of its own, so that one does not warm up or bloat the next.
 * @param {string} node
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Measurement[] | null>} null when it failed
 */
function runBench(node, file, env) {
  const [program = "", ...args] = withDisplay([node, fileURLToPath(new URL("bench-one.mjs", import.meta.url)), file]);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: projectRoot, env, stdio: ["ignore", "inherit", "inherit", "pipe"] });
    let text = "";
    child.stdio[3]?.on("data", (chunk) => (text += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 && text !== "" ? JSON.parse(text) : null));
  });
}

/** @param {Measurement} measured */
function isGoodEnough({ value, limit }) {
  return limit === undefined || value <= limit;
}

/** @param {readonly Measurement[]} measured */
function table(measured) {
  const width = Math.max(...measured.map(({ name }) => name.length), 0);
  return measured
    .map((one) => {
      const value = `${Number(one.value.toPrecision(4))}`.padStart(10);
      return `${isGoodEnough(one) ? "✓" : "✗"} ${one.name.padEnd(width)} ${value} ${one.unit}${one.limit === undefined ? "" : `  (at most ${one.limit})`}\n`;
    })
    .join("");
}
