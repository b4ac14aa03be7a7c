import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startLab } from "../engine/lab.ts";
import { temporaryFolder } from "../engine/runner/processes.ts";
import { standIn, sweepYaml } from "../engine/stand-in.ts";
import { flipbook } from "./flipbook.ts";

it("runs one seed of each arm again with progress, and says what came out; a seed that an arm lacks is skipped by name", async () => {
  const stand = standIn();
  const lab = await startLab(stand.env);
  const env = { ...stand.env, FLIPBOOK_LAB: lab.folder };
  const file = join(temporaryFolder(), "sweep.yaml");
  writeFileSync(file, sweepYaml({ seeds: "1..2", base: true }).replace("\n\n", "\n  - { name: other, lora: { rank: 2, targets: [q] }, train: { max_steps: 1 }, seeds: [1] }\n"));
  expect((await flipbook(["run", file], env)).code).toBe(0);
  const { code, out, err } = await flipbook(["verify", "stand-in", "--seed", "2"], env);
  expect(err).toMatch(/lora seed 2: \d+\/47/);
  expect(out).toContain("Skipped, as not run under seed 2: other.");
  expect(out).toContain("lora seed 2 and lora seed 2 of stand-in: the same artifacts and answers");
  expect(out).not.toMatch(/arm +path +runs/);
  expect(code).toBe(0);
}, 120_000);
