import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { experimentLines, runDisplay } from "../../workers/cli/progress/live-lines.ts";
import type { Terminal } from "../../workers/cli/terminal.ts";
import type { ExperimentView, RunView } from "../../workers/contract/views.ts";
import type { RunState } from "../../workers/domain/job.ts";
import { openTestLab, startSweep, sweepYaml } from "../engine/lab-fixture.ts";

const plain = pc.createColors(false);

/** A sweep with 40 seeds, its runs in the states given; the rest waits. */
function sweepWith(states: readonly RunState[], more: Partial<RunView> = {}): ExperimentView {
  const lab = openTestLab();
  const { id } = startSweep(lab, sweepYaml.replace("1..3", "1..40"));
  const view = lab.handlers.experiment.get({ id });
  return { ...view, runs: view.runs.map((run, index): RunView => ({ ...run, state: states[index] ?? "waiting", ...more })) };
}

function terminalOf(columns: number, rows: number): Terminal {
  return { out: () => undefined, err: () => undefined, live: true, colours: plain, size: () => ({ columns, rows }) };
}

describe("the lines of a sweep at a terminal", () => {
  const manyRuns = (): ExperimentView => sweepWith([...Array.from({ length: 30 }, () => "done" as const), "failed", "running"]);

  it("are as many as there are runs where they fit", () => {
    const many = manyRuns();
    const lines = experimentLines(many, { colours: plain });
    expect(lines).toHaveLength(32 + 6 + 2);
    expect(lines.at(-2)).toBe("… and 4 runs waiting");
  });

  it("never fill more than the terminal, or drawing over them would push the old ones up for ever", () => {
    const many = manyRuns();
    for (const most of [3, 5, 12, 24, 60]) expect(experimentLines(many, { colours: plain }, most).length).toBeLessThanOrEqual(most);
    const lines = experimentLines(many, { colours: plain }, 20);
    expect(lines[0]).toBe("… and 21 runs that ended before");
    expect(lines.some((line) => line.includes("starting"))).toBe(true);
    expect(lines.at(-1)).toBe(`${many.finished} of 42 runs done`);
  });

  it("are cut to its width and drawn over one by one", () => {
    const many = manyRuns();
    let written = "";
    const display = runDisplay(terminalOf(30, 10), (text) => {
      written += text;
    });
    display.show(many, null);
    const first = written;
    display.show(many, null);
    const rows = first.split("\n");
    expect(rows).toHaveLength(10);
    expect(rows.every((row) => row.replaceAll(/\u001b\[[?0-9]*[a-z]/g, "").length <= 30)).toBe(true);
    expect(written.slice(first.length)).toBe(`\u001b[9A\u001b[0J${first}`);
  });

  it("hold a reason of several lines, or with colours of its own, in one", () => {
    const [line] = experimentLines(sweepWith(["failed"], { failure: "ValueError:\n (1) a file,\n\u001b[31m(2) red\u001b[0m" }), { colours: plain });
    expect(line).toContain("failed: ValueError: (1) a file, [31m(2) red[0m");
    expect(line).not.toContain("\n");
  });
});
