import { expect, test } from "vitest";
import { listRuns } from "../../../workers/database/runs.ts";
import { openTestLab, startSweep } from "../lab-fixture.ts";

test("what is done again is taken from the runs there are: seeds added later, and only the arms that have the seed", () => {
  const lab = openTestLab();
  const arms = "  - { name: base }\n  - { name: lora, lora: { rank: 4 } }\n  - { name: own, lora: { rank: 8 }, seeds: [7] }\n";
  const { id } = startSweep(lab, `name: small sweep\ntask: ./task\nbase: ./model\nseeds: 1..2\narms:\n${arms}`);
  const again = (named: string[] | null, seed: number | null) => {
    const { id: repeat, skipped } = lab.handlers.experiment.verify({ id, arms: named, seed });
    return { runs: listRuns(lab.db, repeat).map((run) => [run.arm, run.seed]), skipped };
  };
  expect(again(null, null)).toEqual({ runs: [["base", null], ["lora", 1], ["own", 7]], skipped: [] });
  expect(again(null, 2)).toEqual({ runs: [["base", null], ["lora", 2]], skipped: ["own"] });
  expect(() => again(null, 5)).toThrow("lora was not run under seed 5; it has 1, 2. own was not run under seed 5; it has 7.");
  lab.handlers.experiment.extend({ id, seeds: [5] });
  expect(again(null, 5)).toEqual({ runs: [["base", null], ["lora", 5], ["own", 5]], skipped: [] });
  expect(() => again(["own", "lora"], 2)).toThrow("own was not run under seed 2; it has 5, 7.");
});
