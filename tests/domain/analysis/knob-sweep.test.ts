import { describe, expect, it } from "vitest";
import { knobSweeps, seedParts } from "../../../workers/domain/analysis/knob-sweep.ts";
import type { SweepCell } from "../../../workers/domain/analysis/knob-sweep.ts";

const cell = (values: Record<string, string | number>, points: readonly number[], family = "lora"): SweepCell => ({
  arm: `${family} ${JSON.stringify(values)}`, path: "peft/bf16", cell: { family, values }, runs: points.map((one, index) => ({ seed: index + 1, points: one })),
});

describe("score and spread against a setting", () => {
  it("has a line for every setting of the others, its values in ascending order, mean and spread a point", () => {
    const sweeps = knobSweeps([cell({ rank: 16, lr: 1 }, [10, 20]), cell({ rank: 4, lr: 1 }, [10, 10]), cell({ rank: 4, lr: 2 }, [30]), cell({ rank: 16, lr: 2 }, [40, 44])]);
    expect(sweeps.map(({ knob, numeric, lines }) => [knob, numeric, lines.map(({ name, points }) => [name, points.map(({ value }) => value)])])).toEqual([
      ["rank", true, [["learning rate 1", [4, 16]], ["learning rate 2", [4, 16]]]],
      ["lr", true, [["rank 16", [1, 2]], ["rank 4", [1, 2]]]],
    ]);
    const [four, sixteen] = sweeps[0]?.lines[0]?.points ?? [];
    expect(four).toMatchObject({ mean: { value: 10 }, spread: { value: 0 }, scores: [10, 10] });
    expect(sixteen?.mean).toEqual({ kind: "value", value: 15 });
    expect(sixteen?.spread).toMatchObject({ kind: "value" });
    expect(sweeps[0]?.lines[1]?.points[0]?.spread).toEqual({ kind: "undefined", why: "one seed has no spread" });
  });

  it("takes cells that differ in a seed only for one", () => {
    const sweeps = knobSweeps([cell({ rank: 4, seed_init: 1 }, [1, 2]), cell({ rank: 4, seed_init: 2 }, [3]), cell({ rank: 8, seed_init: 1 }, [5])]);
    expect(sweeps.map(({ knob, lines }) => [knob, lines.map(({ name, points }) => [name, points.map(({ value, scores }) => [value, scores])])])).toEqual([["rank", [["", [[4, [1, 2, 3]], [8, [5]]]]]]]);
  });

  it("keeps families apart, names values that are no numbers as they come, and leaves seeds out", () => {
    const sweeps = knobSweeps([cell({ base: "b" }, [1], "base"), cell({ base: "a" }, [2], "base"), cell({ rank: 1, seed_init: 1 }, [1])]);
    expect(sweeps.map(({ family, knob, numeric }) => [family, knob, numeric])).toEqual([["base", "base", false], ["lora", "rank", true]]);
    expect(sweeps[0]?.lines[0]?.points.map(({ value }) => value)).toEqual(["b", "a"]);
  });
});

describe("the parts of the variance that first weights and order have", () => {
  it("are told apart by a complete grid of both", () => {
    // Rows (first weights) differ by 10, columns (order) by 2, and they add up exactly.
    const [parts, ...more] = seedParts([cell({ seed_init: 1 }, [10, 12]), cell({ seed_init: 2 }, [20, 22])]);
    expect(more).toEqual([]);
    expect(parts).toMatchObject({ family: "lora", fixed: "seed_init", inits: 2, orders: 2, negative: [] });
    expect(parts?.initSd.kind === "value" && parts.initSd.value ** 2).toBeCloseTo(50, 9);
    expect(parts?.orderSd.kind === "value" && parts.orderSd.value ** 2).toBeCloseTo(2, 9);
    expect(parts?.restSd.kind === "value" && parts.restSd.value).toBeCloseTo(0, 9);
  });

  it("are the same whichever seed the grid fixes", () => {
    const [byInit] = seedParts([cell({ seed_init: 1 }, [10, 13]), cell({ seed_init: 2 }, [20, 21])]);
    const [byOrder] = seedParts([cell({ seed_order: 1 }, [10, 20]), cell({ seed_order: 2 }, [13, 21])]);
    expect([byOrder?.initSd, byOrder?.orderSd, byOrder?.restSd]).toEqual([byInit?.initSd, byInit?.orderSd, byInit?.restSd]);
  });

  it("come from the cells' own values where the grid has both seeds, with one run a cell that has none itself", () => {
    const own = (seed_init: number, seed_order: number, points: number): SweepCell => ({ ...cell({ seed_init, seed_order }, []), runs: [{ seed: null, points }] });
    const [parts, ...more] = seedParts([own(1, 7, 10), own(1, 8, 12), own(2, 7, 20), own(2, 8, 22)]);
    expect(more).toEqual([]);
    expect(parts).toMatchObject({ fixed: "both", setting: "", inits: 2, orders: 2, negative: [] });
    expect([parts?.initSd, parts?.orderSd].map((sd) => sd?.kind === "value" && Math.round(sd.value ** 2 * 1e6) / 1e6)).toEqual([50, 2]);
    expect(seedParts([own(1, 7, 10), own(1, 8, 12), own(2, 7, 20)])[0]?.orderSd).toEqual({ kind: "undefined", why: "not every first-weight seed was run with every order seed" });
  });

  it("takes the mean of a cell with both seeds and several texts, where every cell has the same", () => {
    const [parts] = seedParts([cell({ seed_init: 1, seed_order: 7 }, [9, 11]), cell({ seed_init: 1, seed_order: 8 }, [11, 13]), cell({ seed_init: 2, seed_order: 7 }, [19, 21]), cell({ seed_init: 2, seed_order: 8 }, [22, 22])]);
    expect([parts?.initSd, parts?.orderSd].map((sd) => sd?.kind === "value" && Math.round(sd.value ** 2 * 1e6) / 1e6)).toEqual([50, 2]);
    expect(seedParts([cell({ seed_init: 1, seed_order: 7 }, [9, 11]), cell({ seed_init: 1, seed_order: 8 }, [11]), cell({ seed_init: 2, seed_order: 7 }, [19, 21]), cell({ seed_init: 2, seed_order: 8 }, [22, 22])])[0]?.restSd).toMatchObject({ kind: "undefined" });
  });

  it("are never 0 for what was not measured: a lone run has no order to tell from another", () => {
    const lone = (seed_init: number, points: number): SweepCell => ({ ...cell({ seed_init }, []), runs: [{ seed: null, points }] });
    expect(seedParts([lone(1, 10), lone(2, 20)])[0]).toMatchObject({ inits: 2, orders: 1, initSd: { kind: "undefined" }, orderSd: { kind: "undefined" }, restSd: { kind: "undefined" } });
  });

  it("need every combination and two of each; each setting of the other knobs has its own", () => {
    expect(seedParts([cell({ seed_init: 1 }, [10, 12]), cell({ seed_init: 2 }, [20])])[0]?.initSd).toEqual({ kind: "undefined", why: "not every first-weight seed was run with every order seed" });
    expect(seedParts([cell({ seed_init: 1 }, [10, 12])])[0]?.initSd).toMatchObject({ kind: "undefined" });
    expect(seedParts([1, 2].flatMap((rank) => [1, 2].map((init) => cell({ rank, seed_init: init }, [rank, init])))).map(({ setting }) => setting)).toEqual(["rank 1", "rank 2"]);
    expect(seedParts([cell({ rank: 1 }, [1, 2])])).toEqual([]);
  });
});
