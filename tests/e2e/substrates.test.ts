import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { putArtifact } from "../../workers/database/artifacts.ts";
import { openDatabase } from "../../workers/database/open.ts";
import { listRuns } from "../../workers/database/runs.ts";
import { oneExperiment } from "../fixtures/lab/presets.ts";
import { namelessControls } from "./nameless-controls.ts";
import { openLab, serveLab, type ServedLab } from "./served-lab.ts";

let served: ServedLab;

const square = oneExperiment({
  id: "square", name: "text and weights", seeds: "1..3",
  arms: ["{ name: base }", "{ name: written, prompt: { compile: {} } }", "{ name: lora, lora: {} }", "{ name: together, prompt: { compile: {} }, lora: {} }"],
});
const grid = oneExperiment({ id: "grid", name: "rank and items", seeds: "1..2", arms: ["{ name: base }", "{ name: lora, lora: {}, grid: { rank: [4, 16], seed_init: [1, 2] } }"] });
const plain = oneExperiment({ id: "plain", name: "plain", seeds: "1..3" });

/** What compile jobs would have left of the arm `written`, of which the second and third text are the same, and trainings that took over another run's weights. */
function writeSkills(lab: string): void {
  const db = openDatabase(join(lab, "lab.sqlite"));
  try {
    for (const run of listRuns(db, square.id).filter(({ arm }) => arm === "written")) {
      const folder = join(lab, run.folder, "skill");
      const text = `---\nname: router\ndescription: Routes.\n---\n\n# Route\n\nText ${Math.min(run.seed ?? 0, 2)}.\n`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "SKILL.md"), text);
      const record = {
        inputSha256: "ab".repeat(32), messages: [{ role: "user", content: "Write a skill." }], writer: { kind: "endpoint", model: "writer-1", seed: run.seed, priceIn: 0.15, priceOut: 0.6 },
        temperature: 0.8, maxTokens: 800, end: "stop", promptTokens: 1200, completionTokens: 300, cost: 0.00036, characters: 20, baseTokens: 7, reusedFrom: null,
      };
      writeFileSync(join(folder, "compile.json"), JSON.stringify(record));
      putArtifact(db, run.number, { role: "skill", path: "skill", bytes: text.length, sha256: `${Math.min(run.seed ?? 0, 2)}`.repeat(64), epoch: null });
    }
    for (const run of listRuns(db, square.id).filter(({ arm }) => arm === "together")) {
      mkdirSync(join(lab, run.folder, "jobs"), { recursive: true });
      writeFileSync(join(lab, run.folder, "jobs", `${run.id}-train.json`), JSON.stringify({ reuse: { run: `square-lora-s${run.seed}` } }));
    }
  } finally {
    db.close();
  }
}

beforeAll(async () => {
  served = await serveLab([square, grid, plain], { prepare: writeSkills });
}, 60_000);

afterAll(() => served.close());

async function at(path: string): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const opened = await openLab(served);
  await opened.page.goto(new URL(`/#${path}`, served.url).href);
  return opened;
}

describe("pages that only some experiments have", { timeout: 60_000 }, () => {
  it("are not offered where there is nothing to show in them", async () => {
    const { page } = await at("/experiment/plain/spread");
    const tabs = page.getByRole("navigation", { name: "Views of the experiment" });
    await tabs.getByRole("link", { name: "Losses" }).waitFor();
    for (const name of ["Factors", "Skills", "Epochs"]) expect(await tabs.getByRole("link", { name }).count()).toBe(0);
    await page.context().close();
  });

  it("show text and weights alone and together, with interaction, Elo and the items that only both gets right", async () => {
    const { page, complaints } = await at("/experiment/square/factors");
    const section = page.getByRole("region", { name: "prompt and lora, alone and together" });
    await section.getByRole("img").waitFor();
    const rows = section.getByRole("row");
    expect(await rows.locator("th[scope=row]").allTextContents()).toEqual(["base", "written", "lora", "together", "interaction", "together − lora", "together − written"]);
    await section.getByText(/^Items that only both gets right/u).waitFor();
    await section.getByText("Its mean is 1500", { exact: false }).waitFor();
    expect(await namelessControls(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("draw score and spread against the setting of a grid, and tell the seeds' parts apart", async () => {
    const { page, complaints } = await at("/experiment/grid/factors");
    await page.getByRole("region", { name: "Score and spread by setting" }).getByRole("img").waitFor();
    const parts = page.getByRole("region", { name: "First weights and order" });
    expect(await parts.locator("tbody th").allTextContents()).toEqual(["lora rank 4", "lora rank 16"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("list the skill texts with their cost and price, and say which are the same", async () => {
    const { page, complaints } = await at("/experiment/square/skills");
    await page.getByText("Three texts were written from byte-identical input; two of them differ: written seed 2 and written seed 3 are the same.").waitFor();
    expect(await page.getByText("0.0004 at 0.15 in, 0.6 out a million").count()).toBe(3);
    await page.getByRole("row", { name: /^written seed 2/u }).getByRole("button", { name: "Read" }).click();
    await page.getByText("Text 2.").waitFor();
    expect(await namelessControls(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("bill one run of each arm, with the writer's pay", async () => {
    const { page } = await at("/experiment/square/bill");
    const table = page.getByRole("region", { name: "One run of each arm" });
    await table.getByRole("columnheader", { name: "paid to the writer" }).waitFor();
    await table.getByRole("row", { name: /^written/u }).getByText("0.0004").first().waitFor();
    await page.getByText("What 3 runs took over from another run is not counted again.", { exact: false }).waitFor();
    await page.getByRole("region", { name: "together" }).getByRole("row", { name: /^2 training taken over from run square-lora-s2/u }).waitFor();
    await page.context().close();
  });
});

describe("cells by margin", { timeout: 60_000 }, () => {
  it("are one choice away, with a legend of their own", async () => {
    const { page, complaints } = await at("/experiment/plain/flips");
    await page.getByRole("combobox", { name: "Cells show" }).selectOption("Cells: margin");
    await page.getByText("under 0.5 nats from flipping").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the form", { timeout: 60_000 }, () => {
  it("turns one click into a 2 × 2, and a prompt into a text that a model writes", async () => {
    const { page, complaints } = await at("/new");
    const file = page.getByRole("textbox", { name: "Experiment file" });
    await page.getByRole("button", { name: "2 × 2: prompt, KV prefix" }).click();
    expect(await file.inputValue()).toContain("factorial: [ prompt, prefix ]");
    await page.getByRole("combobox", { name: "Text" }).selectOption("written by a model");
    await page.getByRole("combobox", { name: "Writer" }).selectOption("an endpoint");
    expect(await file.inputValue()).toContain("key_env: OPENAI_API_KEY");
    await page.getByRole("combobox", { name: "Vary" }).last().selectOption("rank");
    expect(await file.inputValue()).toMatch(/grid:\s+rank: \[ 4, 16 \]/u);
    expect(await namelessControls(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
