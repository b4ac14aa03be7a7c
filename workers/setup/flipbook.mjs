#!/usr/bin/env node
// The `flipbook` command: a quick look whether set-up is complete, then the command line under the engine's Node.
import { existsSync } from "node:fs";
import { isWhole, modelFolder } from "./builtin-model.mjs";
import { runInTerminal } from "./child.mjs";
import { findEngineNode } from "./engine-node.mjs";
import { environmentFor } from "./environment.mjs";
import { commandLine, prepareJobs, preparePrograms } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { findEnvironment } from "./python-environment.mjs";
import { runMain } from "./setup-error.mjs";
import { printStatus } from "./status.mjs";

/** Commands that may start jobs, and so need Python and the model. */
const startsJobs = new Set(["run", "serve", "engine"]);

await runMain(async () => {
  const args = process.argv.slice(2);
  const [command = ""] = args;
  if (command === "doctor") return doctor(args);
  const progress = createProgress({ quiet: true });
  const programs = await preparePrograms(progress);
  const jobs = startsJobs.has(command) ? await prepareJobs(progress) : await whatIsThere();
  return runInTerminal(programs.node, [commandLine, ...args], { env: environmentFor({ ...programs, ...jobs }), ownGroup: true });
});

/**
 * The doctor looks, and never installs; where even the command line is missing, set-up's own list is the answer.
 * @param {readonly string[]} args
 */
async function doctor(args) {
  const node = findEngineNode();
  if (node === null || !existsSync(commandLine)) return printStatus(args);
  return runInTerminal(node.path, [commandLine, ...args], { env: environmentFor({ node: node.path, ...(await whatIsThere()) }) });
}

async function whatIsThere() {
  const environment = await findEnvironment();
  return { ...(environment === null ? {} : { python: environment }), ...(isWhole(modelFolder()) ? { builtin: modelFolder() } : {}) };
}
