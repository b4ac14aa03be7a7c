import { spawn } from "node:child_process";

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 127 when the program is not there, 128 + signal number is never used: a signal gives 1
 * @property {NodeJS.Signals | null} signal
 * @property {string} output the last 64 KiB of what it printed, stdout and stderr together
 */

const kept = 64 * 1024;

/**
 * Runs a program from an argument list and keeps what it prints.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Finished>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      signal: options.signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      const text = chunk.toString("utf8");
      output = (output + text).slice(-kept);
      options.onOutput?.(text);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: 127, signal: null, output: output + error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

/**
 * Runs a program in this terminal and hands signals on; resolves to the exit code (128 + number for a signal).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, ownGroup?: boolean }} [options] ownGroup: outside a terminal a signal
 *   to this process group reaches the program once, through here, and not a second time by itself
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const detached = options.ownGroup === true && !process.stdin.isTTY;
    const child = spawn(command, args, { cwd: options.cwd, env: options.env ?? process.env, stdio: "inherit", detached });
    const handOn = handSignalsOn(child);
    child.on("error", (error) => {
      handOn.dispose();
      reject(error);
    });
    child.on("close", (code, signal) => {
      handOn.dispose();
      resolve(code ?? 128 + signalNumber(signal));
    });
  });
}

/**
 * A terminal sends Ctrl-C to the whole process group, so the child already has it: SIGINT is only ignored here.
 * @param {import("node:child_process").ChildProcess} child
 */
function handSignalsOn(child) {
  const interrupt = process.stdin.isTTY ? () => undefined : () => child.kill("SIGINT");
  const terminate = () => child.kill("SIGTERM");
  const hangUp = () => child.kill("SIGHUP");
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", terminate);
  process.on("SIGHUP", hangUp);
  return {
    dispose: () => {
      process.removeListener("SIGINT", interrupt);
      process.removeListener("SIGTERM", terminate);
      process.removeListener("SIGHUP", hangUp);
    },
  };
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
  return signal !== null && signal in numbers ? numbers[/** @type {keyof typeof numbers} */ (signal)] : 1;
}

/**
 * The last lines of a program's output, for an error sentence; JavaScript's stack lines say nothing to a user.
 * @param {string} output
 * @param {number} count
 */
export function lastLines(output, count = 6) {
  return output
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^\s+at /.test(line))
    .slice(-count)
    .join("\n");
}
