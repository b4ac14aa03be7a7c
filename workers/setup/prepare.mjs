import { join } from "node:path";
import { ensureModel } from "./builtin-model.mjs";
import { ensureBuilt, missingBuilds } from "./bundle.mjs";
import { engineNode } from "./engine-node.mjs";
import { ensureNodeModules } from "./node-modules.mjs";
import { buildFolder } from "./paths.mjs";
import { ensurePythonEnvironment } from "./python-environment.mjs";
import { SetupError } from "./setup-error.mjs";

export const commandLine = join(buildFolder, "cli", "main.mjs");

/**
 * Node modules, and the Node that runs the engine.
 * @param {import("./progress.mjs").Progress} progress
 */
export async function prepareNode(progress) {
  await progress.step("Node modules", ensureNodeModules);
  return { node: engineNode().path };
}

/**
 * Node modules, the engine's Node, and the build.
 * @param {import("./progress.mjs").Progress} progress
 */
export async function preparePrograms(progress) {
  const { node } = await prepareNode(progress);
  await progress.step("Build", (step) => ensureBuilt(node, step));
  return { node };
}

/**
 * What jobs run on: the Python environment and the built-in model.
 * @param {import("./progress.mjs").Progress} progress
 */
export async function prepareJobs(progress) {
  const python = await progress.step("Python environment", ensurePythonEnvironment);
  const builtin = await progress.step("Built-in model", (step) => ensureModel(python, null, step));
  return { python, builtin };
}

/** Fails where the build lacks one of the programs. */
export function requireBuilds() {
  const missing = missingBuilds();
  if (missing.length > 0) throw new SetupError(`The build made no ${missing.join(", ")}.`, "npm run build");
}
