import { spawn } from "node:child_process";
import type { EveningCommand } from "../../contract/evening.ts";
import { errorCode } from "../error-code.ts";

/** How a command ended: its exit code (null = it could not be started, or ran too long) and the end of what it printed. */
export type CommandEnd = { readonly exitCode: number | null; readonly output: string };
export type RunCommand = (command: EveningCommand) => Promise<CommandEnd>;

const limitMs = 120_000;
const keptOutput = 4_000;

/** Runs a program with its arguments, without a shell and without anything to read from; ended after two minutes. */
export const runCommand: RunCommand = ({ file, args }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], shell: false });
    let output = "";
    const take = (data: Buffer): void => {
      output = `${output}${data.toString("utf8")}`.slice(-keptOutput);
    };
    const timer = setTimeout(() => {
      output = `${output}\n[ended after ${limitMs / 1000} s]`;
      child.kill("SIGKILL");
    }, limitMs);
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ exitCode: null, output: `${file} could not be started (${errorCode(error)})` });
    });
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output: output.trim() });
    });
  });
