import { describe, expect, it } from "vitest";
import { jobEndOf, type Evidence } from "../../../workers/engine/runner/job-end.ts";
import { lastLines } from "../../../workers/engine/runner/last-lines.ts";
import { oomKillsIn } from "../../../workers/engine/runner/oom-kills.ts";
import { statFields } from "../../../workers/engine/runner/process-identity.ts";
import { wholeCharacters } from "../../../workers/engine/runner/terminal-stream.ts";

const nothing: Evidence = { lastWord: null, exit: null, stopped: false, lastOutput: "" };
const exit = (exitCode: number, signal: number | null = null, oomKills: number | null = 0) => ({ exitCode, signal, oomKills });

describe("how a job ended", () => {
  it("is what it said last, however its process ended afterwards", () => {
    const word = { end: "done", message: "Scored 47 of 47 items.", traceback: null } as const;
    expect(jobEndOf({ ...nothing, lastWord: word, exit: exit(0, 9) })).toEqual({ kind: "done" });
    expect(jobEndOf({ ...nothing, lastWord: { end: "failed", message: "no", traceback: "line 1" }, stopped: true })).toEqual({ kind: "failed", message: "no", traceback: "line 1" });
    expect(jobEndOf({ ...nothing, lastWord: { end: "out-of-memory", message: "CUDA out of memory", traceback: null } })).toEqual({ kind: "out-of-memory", message: "CUDA out of memory" });
  });

  it("without a last word is told by exit code or signal", () => {
    expect(jobEndOf({ ...nothing, exit: exit(0, 9, 0) })).toMatchObject({ kind: "failed" });
    expect(jobEndOf({ ...nothing, exit: exit(0, 11) })).toEqual({ kind: "failed", message: "The process was killed by signal 11 (SIGSEGV) before it could finish.", traceback: null });
    expect(jobEndOf({ ...nothing, exit: exit(74) })).toMatchObject({ kind: "failed", message: "The disk is full. Free some space and run it again." });
    expect(jobEndOf({ ...nothing, exit: exit(75) })).toMatchObject({ kind: "out-of-memory" });
    expect(jobEndOf({ ...nothing, exit: exit(130) })).toMatchObject({ kind: "interrupted" });
    expect(jobEndOf({ ...nothing, exit: exit(3), lastOutput: "ImportError: torch" })).toMatchObject({
      message: "The process ended with exit code 3 before it could say why. The last it printed: ImportError: torch",
    });
  });

  it("is out of memory when it was killed while the kernel's memory killer was at work", () => {
    expect(jobEndOf({ ...nothing, exit: exit(0, 9, 1) })).toMatchObject({ kind: "out-of-memory" });
    expect(jobEndOf({ ...nothing, exit: exit(0, 9, null) })).toMatchObject({ kind: "failed" });
    expect(jobEndOf({ ...nothing, exit: exit(0, 15, 1) })).toMatchObject({ kind: "failed" });
  });

  it("is a stop when a person asked for it, and lost when nobody saw anything", () => {
    expect(jobEndOf({ ...nothing, stopped: true, exit: exit(0, 9) })).toMatchObject({ kind: "interrupted" });
    expect(jobEndOf(nothing)).toMatchObject({ kind: "lost" });
  });
});

describe("what the system and the terminal say", () => {
  it("a command with brackets and blanks in its name does not shift the fields of its stat line", () => {
    expect(statFields("42 (python (evil) x) S 1 42 42 0 -1")).toEqual(["S", "1", "42", "42", "0", "-1"]);
  });

  it("the count of memory kills is found, and its absence is not a zero", () => {
    expect(oomKillsIn("pgfault 12\noom_kill 3\nnr_free 1\n")).toBe(3);
    expect(oomKillsIn("pgfault 12\n")).toBeNull();
  });

  it("the last lines come without colours, bars that were drawn over and blank lines", () => {
    expect(lastLines("first\r\n\u001b[31mred\u001b[0m\r\n 10%|#   |\r 20%|##  |\r\n\r\nlast\u0007\r\n")).toBe("10%|#   | / 20%|##  | / last");
  });

  it("a chunk of terminal output never ends inside a character", () => {
    const text = Buffer.from("aé€😀");
    const ends = Array.from({ length: text.length + 1 }, (_, length) => wholeCharacters(text, length));
    expect(ends).toEqual([0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10]);
  });
});
