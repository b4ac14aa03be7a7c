import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobSpec } from "../../workers/contract/job-spec.ts";
import { jobInput, jobSpec } from "../../workers/contract/job-spec.ts";
import type { WorkerLine } from "../../workers/contract/worker-lines.ts";
import { workerLine } from "../../workers/contract/worker-lines.ts";

const jobTimeoutMs = 120_000;
const projectRoot = new URL("../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "flipbook-lines-"));
const tooLong = "The boiler in the cellar hums a low tune. ".repeat(1000);

const common = {
  version: 1, run: "run", folder, events: "events.jsonl", taskHash: "task", recipeHash: "recipe", dtype: "bf16",
  device: "cpu", threads: 1, seed: 1, seedInit: 1, seedOrder: 2,
} as const;
const train = { learningRate: 1e-3, epochs: 2, batch: 1, accumulate: 2, maxSteps: null, weightDecay: 0.01, earlyStop: { patience: 1 }, checkpoints: "every-epoch" } as const;
const lora = { rank: 4, alpha: 8, dropout: 0.1, targets: "all-linear", rslora: true, dora: false, rankPattern: { q: 2 }, alphaPattern: {} } as const;
const prefix = { length: 4, layers: { every: 2 }, init: "text", initText: "Choose a label." } as const;
const score = { batch: 2, repeats: 2, maxNewTokens: 4, margins: true } as const;

describe("what the Python scripts write", () => {
  beforeAll(() => {
    writeInputs("inputs.jsonl", ["What is a prime number?", "Find the invoice from March in my files.", "Who won last night?"]);
    writeInputs("test.jsonl", ["What is a prime number?", tooLong, "Is it raining?"]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is, line by line, what the engine reads: a LoRA training and the scoring of what it made", async () => {
    const trained = await run({ ...common, base: base(), kind: "train", job: "lora", inputs: "inputs.jsonl", validation: "inputs.jsonl", trainable: { kind: "lora", lora }, train, artifact: "artifacts/lora", reuse: null });
    expect(trained.exitCode).toBe(0);
    expect(kinds(trained.lines)).toEqual(new Set(["started", "phase", "phase-end", "model", "step", "validation", "artifact", "ended"]));
    const scored = await run({ ...common, base: base(), kind: "score", job: "score", inputs: "test.jsonl", artifact: { kind: "lora", path: "artifacts/lora" }, score });
    expect(scored.exitCode).toBe(0);
    expect(kinds(scored.lines)).toEqual(new Set(["started", "phase", "phase-end", "model", "prediction", "prediction-error", "progress", "repeats", "ended"]));
    expect(scored.lines.filter((line) => line.kind === "prediction")).toHaveLength(4);
  }, jobTimeoutMs);

  it("is what the engine reads for a prefix, and for a job that fails", async () => {
    const trainable = { kind: "prefix", prefix } as const;
    const trained = await run({ ...common, base: base(), kind: "train", job: "prefix", inputs: "inputs.jsonl", validation: null, trainable, train: { ...train, earlyStop: null }, artifact: "artifacts/prefix", reuse: null });
    expect(trained.exitCode).toBe(0);
    expect(trained.lines.filter((line) => line.kind === "artifact").map((line) => line.role)).toEqual(["checkpoint", "checkpoint", "prefix"]);
    const failed = await run({ ...common, base: base(), kind: "score", job: "none", inputs: "test.jsonl", artifact: { kind: "prefix", path: "artifacts/nothing" }, score });
    expect(failed.exitCode).toBe(1);
    expect(failed.lines.at(-1)).toMatchObject({ kind: "ended", end: "failed", message: "There is no prefix in nothing (no prefix.safetensors)." });
  }, jobTimeoutMs);
});

function kinds(lines: readonly WorkerLine[]): ReadonlySet<string> {
  return new Set(lines.map((line) => line.kind));
}

function base(): JobSpec["base"] {
  return { kind: "folder", path: environment("FLIPBOOK_BASE_TINY") };
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set: run \`npm test\`, which prepares it.`);
  return value;
}

function writeInputs(name: string, texts: readonly string[]): void {
  const lines = texts.map((content, number) => jobInput.parse({ item: `item-${number}`, messages: [{ role: "user", content }], answer: "web" }));
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Runs a job as the contract describes it; every line it wrote must be one of the contract's and hold nothing besides. */
async function run(job: JobSpec): Promise<{ readonly exitCode: number | null; readonly lines: readonly WorkerLine[] }> {
  const file = join(folder, `${job.job}.json`);
  writeFileSync(file, JSON.stringify(jobSpec.parse(job)));
  const child = spawn(environment("FLIPBOOK_PYTHON"), [join(projectRoot, "python", `${job.kind}.py`), "--job", file], { stdio: "ignore" });
  const exitCode = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
  const written = readFileSync(join(folder, job.events), "utf8").trimEnd().split("\n").map((line): unknown => JSON.parse(line));
  const lines = written.map((line) => workerLine.parse(line));
  expect(lines).toEqual(written);
  return { exitCode, lines: lines.filter((line) => line.job === job.job) };
}
