import { describe, expect, it } from "vitest";
import { faults, type Fault } from "./faults.ts";
import { canMount, runTrial, type TrialResult } from "./trial.ts";

/** All at once would only measure how busy the machine is. */
async function inTurns(wanted: readonly Fault[], atOnce: number): Promise<readonly TrialResult[]> {
  const left = [...wanted];
  const results: TrialResult[] = [];
  const work = async (): Promise<void> => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) results.push(await runTrial(fault, 600 + 90 * left.length, "1"));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

describe("nothing is lost", () => {
  it("whatever dies, fills up, restarts or moves while jobs are at work: the tables are what the folders say, and no process is left", async () => {
    const wanted = faults.filter((fault) => fault !== "disk-full" || canMount());
    const results = await inTurns(wanted, 4);
    expect(results.map(({ fault, wrong }) => ({ fault, wrong }))).toEqual(results.map(({ fault }) => ({ fault, wrong: [] })));
    expect(results.map(({ fault }) => fault).sort()).toEqual([...wanted].sort());
    expect(results.filter(({ fault }) => fault === "job" || fault === "tree").flatMap(({ states }) => states).every((state) => ["done", "failed", "lost"].includes(state))).toBe(true);
  }, 240_000);
});
