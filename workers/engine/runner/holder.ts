// A job's holder: a small process between the engine and one job. It owns the job's terminal, writes terminal.log and
// notes how the job ended, so that an engine that dies takes nothing of this with it. It starts nothing before the
// engine has stored who the holder is and said so on standard input.
import "../without-maglev.ts";
import { renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { errorCode } from "../error-code.ts";
import { holdOrder, type HeldExit, type HeldProcess, type HoldOrder } from "./hold-order.ts";
import { countOomKills } from "./oom-kills.ts";
import { identify } from "./process-identity.ts";
import { startAtTerminal } from "./pty.ts";
import { openTerminalLog } from "./terminal-log.ts";

// Signals meant for the engine's or the terminal's group must not reach the job through its holder.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// The engine may be gone when the holder speaks; the files say the same.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const lines = createInterface({ input: process.stdin });
lines.once("close", () => process.exit(3));
lines.once("line", (line) => {
  lines.removeAllListeners("close");
  lines.close();
  process.stdin.destroy();
  hold(holdOrder.parse(JSON.parse(line)));
});

function hold(order: HoldOrder): void {
  const log = openTerminalLog(order.terminalLog);
  const oomBefore = countOomKills();
  const job = startAtTerminal(order);
  job.onData(log.write);
  job.onExit((exit) => {
    killGroup(job.pid);
    log.close();
    const oomAfter = countOomKills();
    const oomKills = oomBefore === null || oomAfter === null ? null : oomAfter - oomBefore;
    const said: HeldExit = { ...exit, oomKills, atMs: Date.now() };
    writeWhole(order.exitFile, said);
    process.stdout.write(`${JSON.stringify({ exited: said })}\n`, () => process.exit(0));
    setTimeout(() => process.exit(0), 1000);
  });
  const identity = identify(job.pid) ?? { pid: job.pid, processStart: null, bootId: null };
  const started: HeldProcess = { ...identity, device: order.device };
  writeWhole(order.startedFile, started);
  process.stdout.write(`${JSON.stringify({ started })}\n`);
}

/** What the job itself had started ends with it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Written beside and renamed, so that a reader sees all of it or nothing; on a full disk the pipe to the engine must do. */
function writeWhole(path: string, value: HeldExit | HeldProcess): void {
  try {
    writeFileSync(`${path}.part`, JSON.stringify(value), { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ notice: `${path} could not be written: ${errorCode(error)}` })}\n`);
  }
}
