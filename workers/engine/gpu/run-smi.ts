import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { errorCode } from "../error-code.ts";
import type { SmiEnd } from "./smi-failure.ts";

/** A running nvidia-smi: lines as they come, its end once, and a way to be rid of it. */
export type SmiProcess = { readonly kill: () => void };
export type SmiEars = { readonly onLine: (line: string) => void; readonly onEnd: (end: SmiEnd) => void };
export type RunSmi = (args: readonly string[], ears: SmiEars) => SmiProcess;

/** A folder of the path that may not be entered makes "not found" look like "not allowed". */
const notThere = ["ENOENT", "EACCES"];

const mostText = 16_384;

/** Runs nvidia-smi from the path (or the one $FLIPBOOK_NVIDIA_SMI names); the only place that does. */
export function smiRunner(env: NodeJS.ProcessEnv): RunSmi {
  return (args, ears) => {
    const child = spawn(env["FLIPBOOK_NVIDIA_SMI"] ?? "nvidia-smi", args, { stdio: ["ignore", "pipe", "pipe"], env: { ...env, LC_ALL: "C" } });
    let stdout = "";
    let stderr = "";
    let ended = false;
    const end = (exitCode: number | null): void => {
      if (ended) return;
      ended = true;
      ears.onEnd({ exitCode, stdout, stderr });
    };
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (stdout.length < mostText) stdout += `${line}\n`;
      ears.onLine(line);
    });
    child.stderr.on("data", (data: Buffer) => {
      if (stderr.length < mostText) stderr += data.toString("utf8");
    });
    child.once("error", (error) => end(notThere.includes(errorCode(error)) ? 127 : null));
    child.once("close", (code) => end(code));
    return { kill: () => void child.kill("SIGKILL") };
  };
}
