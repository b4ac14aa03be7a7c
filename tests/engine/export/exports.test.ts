import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../workers/database/open.ts";
import type { LabDatabase } from "../../../workers/database/open.ts";
import { listExperiments } from "../../../workers/database/experiments.ts";
import { createExports } from "../../../workers/engine/export/create-exports.ts";
import { createStatistics } from "../../../workers/engine/statistics.ts";
import type { Statistics } from "../../../workers/engine/statistics.ts";
import { makeLab } from "../../fixtures/lab/make-lab.ts";
import { presets } from "../../fixtures/lab/presets.ts";

const assets = new URL("../../../assets", import.meta.url).pathname;
let folder = "";
let db: LabDatabase;
let statistics: Statistics;
let exports: ReturnType<typeof createExports>;
let id = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "flipbook-export-"));
  makeLab(folder, presets.one());
  db = openDatabase(join(folder, "lab.sqlite"));
  statistics = createStatistics();
  id = listExperiments(db)[0]?.id ?? "";
  exports = createExports({
    lab: folder, db, assets, statistics, env: {}, now: () => 0, newId: () => "x", publish: () => undefined,
    queue: { cancel: () => undefined, wake: () => undefined }, engine: { pid: 1, version: "0.1.0", startedMs: 0 },
  });
});

afterAll(() => {
  statistics.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function textOf(files: readonly { readonly name: string; readonly base64: string }[], name: string): string {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new Error(`no ${name} among ${files.map((one) => one.name).join(", ")}`);
  return Buffer.from(file.base64, "base64").toString("utf8");
}

const request = { counting: "exclude", reliableShare: 0.8, path: null, leaveOutSetAside: false, theme: "light", width: 640, scale: 1, formats: ["svg"] } as const;

describe("figures of a lab", () => {
  test("all of them, and in words which could not be drawn", async () => {
    const { files } = await exports.exportFigures({ id, figures: ["all"], ...request, formats: ["svg", "csv"] });
    expect(files.map((file) => file.name)).toContain("flip-matrix-light-640.svg");
    expect(textOf(files, "not-drawn.txt")).toContain("factorial: A factorial needs an arm with both substrates");
    expect(textOf(files, "spread.csv")).toContain("lora,");
  });

  test("a figure that cannot be drawn alone is refused with the reason", async () => {
    await expect(exports.exportFigures({ id, figures: ["factorial"], ...request, formats: ["svg"] })).rejects.toThrow("Nothing could be drawn. A factorial needs");
  });

  test("an experiment that is not there is refused", async () => {
    await expect(exports.exportFigures({ id: "nobody", figures: ["all"], ...request, formats: ["svg"] })).rejects.toThrow("There is no experiment nobody");
  });
});

describe("the report", () => {
  test("Markdown names the recipe, path, seeds, decoding and metric as they were, and shows every figure beside it", async () => {
    const { files } = await exports.report({ id });
    const report = textOf(files, "report.md");
    for (const said of ["LoRA of rank 16, alpha 32, dropout 0.05", "(peft/bf16)", "Seeds 1..10", "Decoding is greedy", "exact match of", "## Results", "## Methods", "## Protocol: ", "## Limits"]) {
      expect(report).toContain(said);
    }
    expect(report).toMatch(/\| arm \| runs \| load, s \|.* train, s \| score, s \| prompt tokens per call \| above the base's \|/);
    expect(report).toMatch(/\| lora \| 10 \|.*\d ± \d/);
    const shown = [...report.matchAll(/!\[[^\]]*(?:\\.[^\]]*)*\]\(([^)]+)\)/gu)].map((match) => match[1]);
    expect(shown.length).toBeGreaterThanOrEqual(6);
    for (const name of shown) expect(files.map((file) => file.name)).toContain(name);
  });

  test("the page needs no other file and runs nothing", async () => {
    const { files } = await exports.report({ id });
    const page = textOf(files, "report.html");
    expect(page.match(/<svg/gu)?.length).toBeGreaterThanOrEqual(6);
    expect(page).not.toMatch(/<script|<link|<img|src="|href=/u);
    for (const url of page.matchAll(/url\(([^)]{0,40})/gu)) expect(url[1]).toMatch(/^data:font\/woff2;base64,/u);
  });

  test("is the same bytes for the same lab", async () => {
    const [first, second] = [await exports.report({ id }), await exports.report({ id })];
    expect(second).toEqual(first);
  });
});
