import { ensureModel, tinyLayers } from "./builtin-model.mjs";
import { findChromium } from "./chromium.mjs";
import { ensureElectron } from "./electron.mjs";
import { prepareJobs, prepareNode } from "./prepare.mjs";
import { electronPackages, ensurePackages, testPackages } from "./system-packages.mjs";

/**
 * Everything that tests and measurements need, except the build.
 * @param {import("./progress.mjs").Progress} progress
 */
export async function prepareTests(progress) {
  const { node } = await prepareNode(progress);
  const jobs = await prepareJobs(progress);
  const tiny = await progress.step("Model for the tests", (step) => ensureModel(jobs.python, tinyLayers, step));
  await progress.step("System packages", (step) => ensurePackages([...electronPackages, ...testPackages], step));
  const electron = await progress.step("Electron", (step) => ensureElectron({ node, python: jobs.python }, step));
  const chromium = findChromium();
  return { node, ...jobs, tiny, electron, ...(chromium === null ? {} : { chromium }) };
}
