// `npm start [-- --lab DIR]`: sets everything up, then shows the lab in a window, in a browser, or in this terminal.
import { runInTerminal } from "./child.mjs";
import { hasDisplay } from "./display.mjs";
import { executableIn } from "./electron-official.mjs";
import { ensureElectron } from "./electron.mjs";
import { environmentFor } from "./environment.mjs";
import { projectRoot } from "./paths.mjs";
import { commandLine, prepareJobs, preparePrograms, requireBuilds } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { whyNoSandbox } from "./sandbox.mjs";
import { SetupError, runMain } from "./setup-error.mjs";
import { electronPackages, ensurePackages } from "./system-packages.mjs";

const interrupted = 130;

await runMain(async () => {
  const args = process.argv.slice(2);
  const progress = createProgress();
  const programs = await preparePrograms(progress);
  requireBuilds();
  const prepared = { ...programs, ...(await prepareJobs(progress)) };
  if (!hasDisplay()) return inTerminal(prepared, args);
  const electron = await electronOrReason(progress, prepared);
  return "reason" in electron ? inBrowser(prepared, args, electron.reason) : inWindow({ ...prepared, electron }, args);
});

/**
 * @param {import("./progress.mjs").Progress} progress
 * @param {{ node: string, python: string }} tools
 */
async function electronOrReason(progress, tools) {
  try {
    const electron = await progress.step("Electron", (step) => ensureElectron(tools, step));
    await progress.step("System packages", (step) => ensurePackages(electronPackages, step));
    return electron;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { reason: `${error.message}${error.line === "" ? "" : `  Try: ${error.line}`}` };
  }
}

/**
 * @param {import("./environment.mjs").Prepared & { electron: import("./electron.mjs").ElectronFound }} prepared
 * @param {readonly string[]} args
 */
function inWindow(prepared, args) {
  const noSandbox = whyNoSandbox();
  if (noSandbox !== null) say(noSandbox);
  const switches = noSandbox === null ? [] : ["--no-sandbox"];
  return runInTerminal(executableIn(prepared.electron.folder), [projectRoot, ...switches, "--sample-if-new", ...args], { env: environmentFor(prepared) });
}

/**
 * @param {import("./environment.mjs").Prepared} prepared
 * @param {readonly string[]} args
 * @param {string} reason
 */
function inBrowser(prepared, args, reason) {
  say(`No window: ${reason}\nThe same lab opens in your browser instead.`);
  return flipbook(prepared, ["serve", "--open", "--sample-if-new", ...args]);
}

/**
 * @param {import("./environment.mjs").Prepared} prepared
 * @param {readonly string[]} args
 */
async function inTerminal(prepared, args) {
  say("There is no display here: the sample sweep runs in this terminal, then the lab can be opened in a browser.");
  const code = await flipbook(prepared, ["run", "sample", ...args]);
  if (code === interrupted) return code;
  return flipbook(prepared, ["serve", ...args]);
}

/**
 * @param {import("./environment.mjs").Prepared} prepared
 * @param {readonly string[]} args
 */
function flipbook(prepared, args) {
  return runInTerminal(prepared.node, [commandLine, ...args], { env: environmentFor(prepared), ownGroup: true });
}

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`\n${sentence}\n`);
}
