import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { flipbook } from "./flipbook.ts";

const main = fileURLToPath(new URL("../../workers/cli/main.ts", import.meta.url));

/** Ends the command's standard output at once, or gives it one that is full; returns how it ended and what it complained about. */
async function withOutput(stdout: "closed" | "full", args: readonly string[]): Promise<{ readonly code: unknown; readonly err: string }> {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", stdout === "full" ? full : "pipe", "pipe"] });
  closeSync(full);
  child.stdout?.destroy();
  let err = "";
  child.stderr?.on("data", (data: Buffer) => {
    err += data.toString("utf8");
  });
  const [code]: unknown[] = await once(child, "close");
  return { code, err };
}

describe("what a command prints", { timeout: 60_000 }, () => {
  it("may find a reader that has seen enough", async () => {
    expect(await withOutput("closed", ["--help"])).toEqual({ code: 0, err: "" });
  });

  it("does not pass for kept where the disk is full", async () => {
    expect(await withOutput("full", ["--help"])).toEqual({ code: 1, err: "Standard output cannot be written (ENOSPC).\n" });
  });

  it("is JSON for a script also where the options are wrong", async () => {
    const { code, out, err } = await flipbook(["ls", "--json", "--nope"], process.env);
    expect(JSON.parse(out)).toEqual({ error: { code: "bad-input", message: "error: unknown option '--nope'", problems: [] } });
    expect([code, err]).toEqual([2, "error: unknown option '--nope'\n"]);
  });
});
