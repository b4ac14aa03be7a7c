import { createInterface } from "node:readline";

/** The answer to the question that Ctrl-C raises. */
export type CancelAnswer = "cancel" | "go-on" | "leave";

/** Asks once whether to cancel; a second Ctrl-C, or no terminal to answer at, leaves the sweep running. */
export async function askToCancel(isTerminal: boolean): Promise<CancelAnswer> {
  if (!isTerminal || !process.stdin.isTTY) return "leave";
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<CancelAnswer>((resolve) => {
      lines.once("SIGINT", () => resolve("leave"));
      lines.once("close", () => resolve("leave"));
      lines.question("\nCancel the sweep? y/N (Ctrl-C again leaves it running without this terminal) ", (answer) => {
        resolve(/^y(es)?$/i.test(answer.trim()) ? "cancel" : "go-on");
      });
    });
  } finally {
    lines.close();
  }
}
