import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { countFlips } from "../../../workers/domain/statistics/flips.ts";
import { exactMcNemar } from "../../../workers/domain/statistics/mcnemar.ts";
import { meanOf, sampleVariance } from "../../../workers/domain/statistics/moments.ts";
import { passAll } from "../../../workers/domain/statistics/pass-k.ts";
import { numberOf } from "./estimates.ts";

const folder = new URL("../../../../shared/samples/matrix/", import.meta.url);
const present = existsSync(folder);

test("the shared samples folder beside the project is read where it is, and said to be absent where it is not", () => {
  const state = present ? "present" : "absent";
  console.info(`shared samples (matrix): ${state} at ${fileURLToPath(folder)}`);
  expect(state).toBe(existsSync(new URL("tau-airline-gpt4o-50x4.csv", folder)) ? "present" : "absent");
});

/** Passes per item and outcome strings per trial of rows `item,trial,reward`. */
function readTrials(csv: string): { readonly trials: string[]; readonly passes: number[] } {
  const rows = csv.trim().split(/\r?\n/).slice(1).map((line) => line.split(",").map(Number));
  const items = 1 + Math.max(...rows.map((row) => row[0] ?? 0));
  const trials = 1 + Math.max(...rows.map((row) => row[1] ?? 0));
  const columns = Array.from({ length: trials }, () => Array.from({ length: items }, () => "."));
  for (const [item = 0, trial = 0, reward] of rows) columns[trial]?.splice(item, 1, reward === 1 ? "p" : "f");
  const passes = Array.from({ length: items }, (_, item) => columns.filter((column) => column[item] === "p").length);
  return { trials: columns.map((column) => column.join("")), passes };
}

function testBetween(a: string, b: string): [number, number, number] {
  const flips = countFlips(a, b, { items: a.length, counting: "exclude" });
  return [flips.losses, flips.gains, exactMcNemar(flips.gains, flips.losses).p];
}

describe("a small table of our own through the same code", () => {
  const { trials, passes } = readTrials("item,trial,reward\n0,0,1\n0,1,1\n1,0,0\n1,1,1\n2,0,0\n2,1,0\n");

  test("is read item by item", () => {
    expect(trials).toEqual(["pff", "ppf"]);
    expect(passes).toEqual([2, 1, 0]);
  });

  test("has pass^1 = 1/2, pass^2 = 1/3 and one discordant item", () => {
    const items = passes.map((passed) => ({ passed, answered: 2 }));
    expect(numberOf(passAll(items, 1))).toBeCloseTo(1 / 2, 12);
    expect(numberOf(passAll(items, 2))).toBeCloseTo(1 / 3, 12);
    expect(testBetween(trials[0] ?? "", trials[1] ?? "")).toEqual([0, 1, 1]);
  });
});

describe.runIf(present)("τ-bench airline, gpt-4o, 50 × 4", () => {
  const read = present ? readTrials(readFileSync(new URL("tau-airline-gpt4o-50x4.csv", folder), "utf8")) : { trials: [], passes: [] };
  const { trials, passes } = read;

  test("84 of 200 pass; 0.42 0.44 0.40 0.42 by trial; 14 12 10 4 10 items by passes", () => {
    expect(passes.reduce((sum, one) => sum + one, 0)).toBe(84);
    expect(trials.map((trial) => [...trial].filter((letter) => letter === "p").length / 50)).toEqual([0.42, 0.44, 0.4, 0.42]);
    expect([0, 1, 2, 3, 4].map((count) => passes.filter((one) => one === count).length)).toEqual([14, 12, 10, 4, 10]);
    expect(passes.filter((one) => one > 0 && one < 4)).toHaveLength(26);
  });

  test.each([
    [1, 0.42],
    [2, 0.27333],
    [3, 0.22],
    [4, 0.2],
  ])("pass^%i = %d", (k, wanted) => {
    const items = passes.map((passed) => ({ passed, answered: 4 }));
    expect(numberOf(passAll(items, k))).toBeCloseTo(wanted, 5);
  });

  test.each([
    [0, 1, 9, 10, 1],
    [0, 2, 9, 8, 1],
    [0, 3, 7, 7, 1],
    [1, 2, 7, 5, 0.77441],
    [1, 3, 6, 5, 1],
    [2, 3, 7, 8, 1],
  ])("McNemar of trials %i and %i: %i and %i, p = %d", (...row) => {
    const [a, b, losses, gains, p] = row;
    const [foundLosses, foundGains, foundP] = testBetween(trials[a] ?? "", trials[b] ?? "");
    expect([foundLosses, foundGains]).toEqual([losses, gains]);
    expect(foundP).toBeCloseTo(p, 5);
  });
});

describe.runIf(present)("a hundred fine-tuning seeds of BERT", () => {
  const lines = present ? readFileSync(new URL("hans-100-bert-runs.csv", folder), "utf8").replace(/^\uFEFF/, "").split(/\r?\n/) : [];
  const header = lines[0]?.split(",") ?? [];
  const rows = lines.slice(1).map((line) => line.split(",")).filter((row) => /^Run \d+$/.test(row[0] ?? ""));
  const column = (name: string): number[] => rows.map((row) => Number(row[header.indexOf(name)]));

  test("100 runs and 38 columns, without the source's own summary rows", () => {
    expect(rows).toHaveLength(100);
    expect(header.slice(1)).toHaveLength(38);
  });

  test.each([
    ["MNLI dev acc.", 0.8434, 0.0024],
    ["Lexical (nonent)", 0.2766, 0.1236],
    ["Subseq (nonent)", 0.0518, 0.0242],
    ["Constituent (nonent)", 0.1305, 0.0406],
    ["Overall accuracy", 0.5668, 0.0236],
  ])("%s: mean %d, spread (n − 1) %d", (name, mean, spread) => {
    expect(meanOf(column(name)).toFixed(4)).toBe(mean.toFixed(4));
    expect(Math.sqrt(sampleVariance(column(name))).toFixed(4)).toBe(spread.toFixed(4));
  });

  test("the paper's MNLI range 83.6–84.8 % is 0.8367–0.8477 here: its lower end is cut, not rounded", () => {
    const mnli = column("MNLI dev acc.");
    expect(Math.min(...mnli).toFixed(4)).toBe("0.8367");
    expect(Math.max(...mnli).toFixed(4)).toBe("0.8477");
    const swap = column("ln_subject/object_swap");
    expect([Math.min(...swap), Math.max(...swap)]).toEqual([0, 0.662]);
  });

  test("9,815 items: 6,526 always right, 526 never, 2,763 between, and their mean is the runs' mean", () => {
    const counts = readFileSync(new URL("mnli-dev-correct-of-100-berts.csv", folder), "utf8").trim().split(/\r?\n/).slice(1).map((line) => Number(line.split(",")[2]));
    expect(counts).toHaveLength(9_815);
    expect([100, 0].map((wanted) => counts.filter((one) => one === wanted).length)).toEqual([6_526, 526]);
    expect(counts.filter((one) => one > 0 && one < 100)).toHaveLength(2_763);
    expect(meanOf(counts) / 100).toBeCloseTo(0.843392766, 9);
    expect(meanOf(column("MNLI dev acc."))).toBeCloseTo(0.843392766, 6);
    // Seeds that were independent given the item would move a run's accuracy by √(Σ p(1 − p)) / N.
    const independent = Math.sqrt(counts.reduce((sum, one) => sum + (one / 100) * (1 - one / 100), 0)) / counts.length;
    expect(independent.toFixed(5)).toBe("0.00178");
    expect(Math.sqrt(sampleVariance(column("MNLI dev acc."))).toFixed(5)).toBe("0.00242");
  });
});
