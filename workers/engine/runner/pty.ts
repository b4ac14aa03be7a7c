import { spawn } from "node-pty";

/** A program to start: a file and its argument list, never a line for a shell. */
export type PtyCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

export type PtyExit = { readonly exitCode: number; readonly signal: number | null };

/** A process at its own terminal, leader of its own session and process group. */
export type PtyProcess = { readonly pid: number; readonly onData: (take: (text: string) => void) => void; readonly onExit: (take: (exit: PtyExit) => void) => void };

/** Wide enough for tqdm's bar and a Python traceback; xterm.js shows it as it is. */
const size = { cols: 120, rows: 30 };

export function startAtTerminal(command: PtyCommand): PtyProcess {
  const pty = spawn(command.file, [...command.args], { name: "xterm-256color", ...size, cwd: command.cwd, env: { ...command.env } });
  return {
    pid: pty.pid,
    onData: (take) => void pty.onData(take),
    onExit: (take) => void pty.onExit(({ exitCode, signal }) => take({ exitCode, signal: signal === undefined || signal === 0 ? null : signal })),
  };
}
