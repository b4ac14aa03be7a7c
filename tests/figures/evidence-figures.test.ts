import { describe, expect, test } from "vitest";
import { missingSquares, squaresOf } from "../../renderer/figures/factorial/factorial-data.ts";
import { sweepCells } from "../../renderer/figures/sweep/sweep-data.ts";
import { reboundOf } from "../../renderer/figures/loss/loss-data.ts";
import { hasSetAside, withoutSetAside } from "../../renderer/figures/without-set-aside.ts";
import { inventedSource } from "./invented-source.ts";
import { prepared, refusal, svgOf, textsOf } from "./svg-facts.ts";

const source = inventedSource({ arms: [["lora", "lora"]], setAside: true, resamples: 200 });
const lone = inventedSource({ seeds: 1, resamples: 50 });
const baseless = inventedSource({ base: false, seeds: 4, resamples: 50 });

describe("spread", () => {
  test("one dot a run, and the base with its interval", () => {
    const { rows } = prepared("spread", source).table;
    const arm = source.analysis.arms[0];
    expect(rows.filter((row) => row[0] === "lora").map((row) => row[3])).toEqual(arm?.all.runs.map((run) => run.score.pass));
    expect(rows[0]?.slice(0, 4)).toEqual(["base", null, null, source.analysis.base?.score.pass]);
  });

  test("set-aside runs stay visible, and the figures are said with and without them", () => {
    const said = textsOf(svgOf("spread", source)).join(" ");
    expect(said).toContain("run set aside");
    expect(said).toContain("Without set-aside runs: mean");
    expect(prepared("spread", source).table.rows.filter((row) => row.at(-1) === "yes")).toHaveLength(1);
  });

  test("one seed has no spread and no interval, and the figure says why", () => {
    const said = textsOf(svgOf("spread", lone)).join(" ");
    expect(said).toContain("spread undefined (one seed has no spread)");
    expect(said).toMatch(/intervals undefined \(one seed/u);
  });

  test("without a base it says so and draws the runs", () => {
    expect(prepared("spread", baseless).caption).toContain("There is no base on this path.");
    expect(textsOf(svgOf("spread", baseless)).join(" ")).toContain("effect undefined (the base was not scored on this path)");
  });

  test("no items, no score", () => {
    expect(refusal("spread", inventedSource({ items: 0, resamples: 20 }))).toBe("The task has no test items, so there is no score.");
  });
});

test("every figure can be drawn as if a set-aside run had not been made", () => {
  expect(hasSetAside(source)).toBe(true);
  const without = withoutSetAside(source);
  expect(hasSetAside(without)).toBe(false);
  expect(without.matrix.columns).toHaveLength(source.matrix.columns.length - 1);
  expect(prepared("spread", without).table.rows).toHaveLength(prepared("spread", source).table.rows.length - 1);
  expect(prepared("agreement", without).table.rows).toHaveLength(9 * 8);
  expect(prepared("loss", without).caption).toContain("9 runs trained");
  expect(without.analysis.arms[0]?.all.classes.seeds).toBe(9);
});

test("a figure says inside itself how errors count, who was left out, and the one path that its analysis covers", () => {
  const said = (figure: "spread" | "flip-matrix", from: typeof source): string => textsOf(svgOf(figure, from)).join(" ");
  expect(said("spread", withoutSetAside(source))).toContain("1 set-aside run is left out");
  expect(said("spread", source)).not.toContain("left out");
  const errors = inventedSource({ errors: true, resamples: 50 });
  expect(said("spread", errors)).toContain("errors and missing answers are left out");
  const asFail = { ...errors, analysis: { ...errors.analysis, settings: { ...errors.analysis.settings, counting: "as-fail" } as const } };
  expect(said("spread", asFail)).toContain("errors and missing answers count as wrong");
  const paths = { ...source, analysis: { ...source.analysis, path: "peft/bf16" }, matrix: { ...source.matrix, columns: source.matrix.columns.map((column, at) => ({ ...column, path: at < 3 ? "peft/nf4" : "peft/bf16" })) } };
  expect(said("spread", paths)).toContain("path peft/bf16 ·");
  expect(said("flip-matrix", paths)).toContain("path peft/nf4, peft/bf16");
});

describe("agreement", () => {
  test("below the diagonal predictions, above it outcomes, as in the analysis", () => {
    const arm = source.analysis.arms[0];
    const { rows } = prepared("agreement", source).table;
    expect(rows).toHaveLength(90);
    const order = arm?.all.agreement.similarityOrder ?? [];
    const seeds = order.map((at) => arm?.all.runs[at]?.seed);
    const [first, second] = [order[0] ?? 0, order[1] ?? 0];
    const share = (kind: "prediction" | "outcome", row: number | null | undefined, column: number | null | undefined) => rows.find((one) => one[1] === kind && one[2] === row && one[3] === column)?.[4];
    expect(share("prediction", seeds[1], seeds[0])).toBe(arm?.all.agreement.predictions?.share[second]?.[first]);
    expect(share("outcome", seeds[0], seeds[1])).toBe(arm?.all.agreement.correctness.share[first]?.[second]);
  });

  test("one run cannot agree with another", () => {
    expect(refusal("agreement", lone)).toBe("Agreement needs two scored runs of one arm; there is no such pair.");
  });
});

describe("label flows", () => {
  test("moves count answers of all runs, gains and losses among them", () => {
    const flows = source.analysis.arms[0]?.all.labels?.flows.filter((flow) => flow.from !== flow.to) ?? [];
    const { rows } = prepared("label-flows", source).table;
    expect(rows).toHaveLength(Math.min(14, flows.length));
    expect(rows[0]?.slice(3, 6)).toEqual([flows[0]?.count, flows[0]?.gains, flows[0]?.losses]);
  });

  test("without the base's predictions there is no flow", () => {
    expect(refusal("label-flows", baseless)).toBe("Label flows need the predictions of the base and of at least one run on the same path.");
  });
});

describe("loss", () => {
  test("a rise above the smallest loss so far is a rebound from the stated factor on", () => {
    const steps = [1, 2, 3, 4, 5];
    expect(reboundOf(steps, [2, 1, 0.5, 1.4, 0.4], 3)).toBeNull();
    expect(reboundOf(steps, [2, 1, 0.5, 1.5, 0.4], 3)).toEqual({ step: 4, loss: 1.5, minimum: 0.5, minimumStep: 3 });
    expect(reboundOf(steps, [2, 1, 0.1, 0.4, 0.9], 3)).toEqual({ step: 5, loss: 0.9, minimum: 0.1, minimumStep: 3 });
    expect(reboundOf([], [], 3)).toBeNull();
  });

  test("a loss of exactly zero is left out of a logarithmic axis and said", () => {
    const losses = { runs: source.losses.runs.map((run, at) => (at === 0 ? { ...run, losses: run.losses.map((loss, step) => (step > 50 ? 0 : loss)) } : run)) };
    const svg = svgOf("loss", { ...source, losses });
    expect(svg).not.toContain("Infinity");
    expect(textsOf(svg).join(" ")).toContain("Losses of exactly 0 have no place on this axis.");
  });

  test("nothing trained, no loss", () => {
    expect(refusal("loss", { ...source, losses: { runs: [] } })).toBe("No run of this experiment has trained yet, so there is no loss.");
  });
});

test("loss against score says that it cannot be said with too few runs", () => {
  expect(prepared("loss-score", lone).caption).toContain("whether loss follows score cannot be said: three pairs are needed");
});

describe("factorial", () => {
  const four = inventedSource({ arms: [["prompt", "prompt"], ["lora", "lora"], ["both", "prompt+lora"]], resamples: 500 });

  test("the interaction is both minus each, plus the base", () => {
    const { rows } = prepared("factorial", four).table;
    const [base, prompt, lora, both] = rows.map((row) => Number(row[2]));
    expect(Number(rows[4]?.[3])).toBeCloseTo((both ?? 0) - (prompt ?? 0) - (lora ?? 0) + (base ?? 0), 9);
    expect(Number(rows[4]?.[4])).toBeLessThan(Number(rows[4]?.[3]));
    expect(rows.slice(5).map((row) => row[0])).toEqual(["both − lora", "both − prompt"]);
    expect(Number(rows[5]?.[3])).toBeCloseTo((both ?? 0) - (lora ?? 0), 9);
    expect(Number(rows[6]?.[3])).toBeCloseTo((both ?? 0) - (prompt ?? 0), 9);
  });

  test("all four cells have an interval: the base's is of its score, and the figure says over what", () => {
    const figure = prepared("factorial", four);
    const base = four.analysis.base?.wilson;
    expect(figure.table.rows[0]?.slice(-2)).toEqual(base?.kind === "interval" ? [base.low, base.high] : null);
    expect(figure.table.rows.slice(1).every((row) => row.at(-1) === null)).toBe(true);
    expect(figure.caption).toContain("the bar of the base is Wilson's interval of its score over items, not over seeds.");
    expect(textsOf(svgOf("factorial", four)).join(" ")).toMatch(/base: [0-9.]+ to [0-9.]+ % by Wilson, over items and not over seeds\./u);
  });

  test("a missing cell is named", () => {
    expect(refusal("factorial", source)).toContain("there is none with a score");
    const three = inventedSource({ arms: [["lora", "lora"], ["both", "prompt+lora"]], resamples: 20 });
    expect(refusal("factorial", three)).toBe("both is in no 2 × 2: it has no arm with its text alone.");
    const lone = inventedSource({ arms: [["both", "prompt+lora"]], base: false, resamples: 20 });
    expect(refusal("factorial", lone)).toBe("both is in no 2 × 2: there is no score of the base on peft/bf16; it has no arm with its text alone; it has no arm with its weights alone.");
  });

  test("arms that are not alike are never put together, and those that are do not hide one that lacks something", () => {
    const more = inventedSource({ arms: [["prompt", "prompt"], ["lora", "lora"], ["both", "prompt+lora"], ["other", "prompt+lora"]], resamples: 20 });
    const arms = more.experiment.arms.map((arm) => (arm.name === "other" ? { ...arm, textHash: "eight shots" } : arm));
    const mixed = { ...more, experiment: { ...more.experiment, arms } };
    const squares = squaresOf(mixed);
    if (typeof squares === "string") throw new Error(squares);
    expect(squares.map(({ sides }) => sides.both.name)).toEqual(["both"]);
    expect(missingSquares(mixed)).toEqual(["other is in no 2 × 2: it has no arm with its text alone."]);
    expect(missingSquares(more)).toEqual([]);
  });

  test("both takes the weights of the arm without the text, seed by seed, where the two meet at scoring only", () => {
    const combined = { ...four, experiment: { ...four.experiment, arms: four.experiment.arms.map((arm) => (arm.name === "both" ? { ...arm, both: "combined-at-scoring" as const } : arm)) } };
    const shares = (from: typeof four) => {
      const squares = squaresOf(from);
      if (typeof squares === "string") throw new Error(squares);
      const sides = squares[0]?.sides;
      return [sides?.text.shares, sides?.weights.shares, sides?.both.shares, sides?.weights.seeds];
    };
    // The invented text has seeds, as one that a model writes does.
    expect(shares(combined)).toEqual([["text"], ["weights"], ["text", "weights"], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
    expect(shares(four)).toEqual([["text"], [], ["text"], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  });

  test("a run that is still scoring is in neither a 2 × 2 nor a sweep", () => {
    const running = (arm: string, state: "running" | "held") => ({ ...four, matrix: { ...four.matrix, columns: four.matrix.columns.map((column) => (column.arm === arm && column.seed !== 1 ? { ...column, state } : column)) } });
    const squares = squaresOf(running("lora", "running"));
    if (typeof squares === "string") throw new Error(squares);
    expect(squares[0]?.sides.weights.outcomes).toHaveLength(1);
    expect(sweepCells(running("lora", "held")).map(({ arm, runs }) => [arm, runs.length])).toEqual([["prompt", 10], ["lora", 1], ["both", 10]]);
    const all = { ...four, matrix: { ...four.matrix, columns: four.matrix.columns.map((column) => (column.arm === "prompt" ? { ...column, state: "running" as const } : column)) } };
    expect(missingSquares(all)).toEqual(["both is in no 2 × 2: prompt, with its text alone, has no score to compare with."]);
  });
});
