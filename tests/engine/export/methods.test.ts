import { expect, test } from "vitest";
import { getExperiment } from "../../../workers/database/experiments.ts";
import { armsText } from "../../../workers/engine/export/report/methods.ts";
import { openTestLab } from "../lab-fixture.ts";

/** What the report says of the arms of a file. */
function saidOf(arms: string): string {
  const lab = openTestLab();
  const { id } = lab.handlers.experiment.create({ yaml: `name: arms\ntask: ./task\nbase: ./model\nseeds: 1..3\narms:\n${arms}`, fileName: lab.fileName });
  const plan = getExperiment(lab.db, id)?.plan;
  if (plan === undefined) throw new Error("no experiment");
  return armsText(plan);
}

test("an arm says its own base and its own seeds, and the seeds' sentence holds for all", () => {
  const said = saidOf("  - { name: base }\n  - { name: other, base: ./model }\n  - { name: lora, lora: { rank: 4 }, seeds: 1..2 }\n");
  expect(said).toContain("Arm base (peft/bf16): the base without any skill.");
  expect(said).toContain("Arm other (peft/bf16): the base without any skill; on a model folder named model.");
  expect(said).toMatch(/Arm lora .*; under seeds 1, 2\./);
  expect(said).toMatch(/ Seeds 1\.\.3 each seed random, numpy, torch and the order of the training items together; one run is one process\.$/);
  expect(saidOf("  - { name: lora, lora: { rank: 4 }, train: { seed_init: 7 } }\n")).toMatch(/first weights always from seed 7\. Seeds .* together, except where an arm says otherwise; one run/);
});

test("a text that an endpoint writes without a seed is not said to be written under one", () => {
  const text = (more: string) => saidOf(`  - { name: text, prompt: { compile: { writer: { url: "http://127.0.0.1:9/v1", model: m${more} } } } }\n`);
  expect(text("")).toContain("a skill written by m under the run's seed (");
  expect(text(", seeded: false")).toContain("a skill written by m anew for every run, without a seed (");
});
