import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eloTable, factorialFigures, onlyBothRight } from "../../../workers/domain/analysis/factorial.ts";
import { effectGroups } from "../../../workers/domain/analysis/factorial-contrast.ts";
import type { FactorialSides } from "../../../workers/domain/analysis/factorial-contrast.ts";
import { drawnTogether } from "../../../workers/domain/analysis/shared-draws.ts";
import type { FactorialSide, SharedDraw } from "../../../workers/domain/analysis/shared-draws.ts";
import { settingsOf } from "../../../workers/domain/analysis/settings.ts";
import { precisionOf } from "../../../workers/domain/statistics/effect-precision.ts";
import { notDefined } from "../../../workers/domain/statistics/estimate.ts";
import type { Interval } from "../../../workers/domain/statistics/estimate.ts";
import type { SeedGroup } from "../../../workers/domain/statistics/two-way-bootstrap.ts";
import { bradleyTerry, eloOf } from "../../../workers/domain/statistics/bradley-terry.ts";

const settings = settingsOf({ resamples: 500 });
const side = (name: string, ...outcomes: string[]) => ({ name, outcomes });
const sides: FactorialSides = {
  none: side("base", "pfffffff"),
  text: side("prompt", "ppffffff"),
  weights: side("lora", "pfpfffff", "pfppffff"),
  both: side("both", "pppppfff", "ppppppff"),
};

describe("a 2 × 2", () => {
  it("gives the four scores, and the interaction both − text − weights + none", () => {
    const { cells, interaction } = factorialFigures(sides, 8, settings);
    expect(cells.map(({ name, runs, points }) => [name, runs, points])).toEqual([
      ["base", 1, { kind: "value", value: 12.5 }], ["prompt", 1, { kind: "value", value: 25 }],
      ["lora", 2, { kind: "value", value: 31.25 }], ["both", 2, { kind: "value", value: 68.75 }],
    ]);
    expect(interaction.points).toEqual({ kind: "value", value: 68.75 - 25 - 31.25 + 12.5 });
    expect(cells[3].itemsLikeThese).toMatchObject({ kind: "interval" });
  });

  it("has an interval for the base too: Wilson's of its score over the items that count", () => {
    // 1 of 8, and 1 of 7 where one errs: Wilson's bounds by the closed form.
    const wilson = (passed: number, items: number) => {
      const [z, share] = [1.959963984540054, passed / items];
      const [middle, half, below] = [share + z ** 2 / (2 * items), z * Math.sqrt((share * (1 - share)) / items + z ** 2 / (4 * items ** 2)), 1 + z ** 2 / items];
      return { kind: "interval", low: expect.closeTo((100 * (middle - half)) / below, 6) as unknown, high: expect.closeTo((100 * (middle + half)) / below, 6) as unknown, level: 0.95 };
    };
    expect(factorialFigures(sides, 8, settings).baseScore).toEqual(wilson(1, 8));
    expect(factorialFigures({ ...sides, none: side("base", "pffffffe") }, 8, settings).baseScore).toEqual(wilson(1, 7));
    expect(factorialFigures({ ...sides, none: side("base", "pffffffe") }, 8, settingsOf({ resamples: 50, counting: "as-fail" })).baseScore).toEqual(wilson(1, 8));
  });

  it("has no interaction where the effects add up exactly, whatever they are", () => {
    const letters = (length: number) => fc.array(fc.constantFrom("p", "f"), { minLength: length, maxLength: length });
    fc.assert(fc.property(letters(6), letters(6), (text, weights) => {
      // Text and weights move different items; both moves all of them.
      const fails = "ffffff";
      const outcome = (first: readonly string[], second: readonly string[]) => [...first, ...second].join("");
      const { interaction } = factorialFigures({
        none: side("n", outcome([...fails], [...fails])), text: side("t", outcome(text, [...fails])), weights: side("w", outcome([...fails], weights)), both: side("b", outcome(text, weights)),
      }, 12, settingsOf({ resamples: 20 }));
      expect(interaction.points).toMatchObject({ kind: "value" });
      if (interaction.points.kind === "value") expect(Math.abs(interaction.points.value)).toBeLessThan(1e-9);
    }), { numRuns: 30 });
  });

  it("takes a text that nothing was drawn for as it is: no interval over its seeds, and none of its noise in the interaction", () => {
    const fixed = factorialFigures({ ...sides, text: { ...sides.text, fixed: true } }, 8, settings);
    expect(fixed.cells[1]).toMatchObject({ theseItems: { kind: "undefined", why: "nothing is drawn here" }, itemsLikeThese: { kind: "interval" } });
    expect(fixed.interaction.points).toEqual(factorialFigures(sides, 8, settings).interaction.points);
    expect(fixed.interaction.itemsLikeThese).toMatchObject({ kind: "interval" });
    expect(factorialFigures(sides, 8, settings).interaction.itemsLikeThese).toMatchObject({ kind: "undefined" });
  });

  it("names the items that only both gets right, reliably", () => {
    expect(onlyBothRight(sides, 8, { counting: "exclude", reliableShare: 0.8 })).toEqual([{ item: 4, shares: [0, 0, 0, 1] }, { item: 3, shares: [0, 0, 0.5, 1] }].toSorted((a, b) => a.item - b.item));
    expect(onlyBothRight(sides, 8, { counting: "exclude", reliableShare: 0.5 + 1e-9 }).map(({ item }) => item)).toEqual([3, 4]);
    expect(onlyBothRight({ ...sides, text: side("prompt", "pp.....f") }, 8, { counting: "exclude", reliableShare: 0.8 })).toEqual([]);
  });
});

/** Three trainings whose seeds differ a lot, and the same ones with a text; by hand: both − weights is 1/4, 1/4 and 0 by seed. */
const drawn = (name: string, outcomes: readonly string[], ...shares: readonly SharedDraw[]): FactorialSide => ({ name, outcomes, seeds: outcomes.map((_, run) => run + 1), shares });
const tied = (way: "together" | "apart"): FactorialSides => ({
  none: side("base", "ffff"),
  text: { ...side("prompt", "fffp"), seeds: [null], fixed: true },
  weights: drawn("lora", ["pfff", "ppff", "pppf"], ...(way === "together" ? (["weights"] as const) : [])),
  both: drawn("both", ["pffp", "ppfp", "pppf"], ...(way === "together" ? (["weights"] as const) : [])),
});
const over = { items: 4, counting: "exclude" } as const;
const width = (bounds: Interval): number => (bounds.kind === "interval" ? bounds.high - bounds.low : NaN);
const variance = (groups: readonly SeedGroup[]): number => {
  const found = precisionOf(groups, "these-items");
  return "obstacle" in found ? NaN : found.variance;
};

describe("arms that share a draw, seed by seed", () => {
  it("are one group, in which a run's difference is between runs of the same seed", () => {
    const [group, ...more] = effectGroups(tied("together"), { both: 1, weights: -1 }, over);
    expect(more).toEqual([]);
    expect([...(group?.cells.values ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    const [interaction, ...others] = effectGroups(tied("together"), { both: 1, text: -1, weights: -1 }, over);
    expect(others).toEqual([]);
    // (both − text) − (weights − none), by hand.
    expect([...(interaction?.cells.values ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1]);
    expect(effectGroups(tied("apart"), { both: 1, weights: -1 }, over)).toHaveLength(2);
  });

  it("vary as their differences do: 1/144 by hand, and 1/48 + 1/144 as if they were independent", () => {
    expect(variance(effectGroups(tied("together"), { both: 1, weights: -1 }, over))).toBeCloseTo(1 / 144, 12);
    expect(variance(effectGroups(tied("apart"), { both: 1, weights: -1 }, over))).toBeCloseTo(1 / 48 + 1 / 144, 12);
    expect(variance(effectGroups(tied("together"), { both: 1, text: -1, weights: -1 }, over))).toBeCloseTo(1 / 144, 12);
    expect(variance(effectGroups(tied("apart"), { both: 1, text: -1, weights: -1 }, over))).toBeCloseTo(1 / 48 + 1 / 144, 12);
  });

  it("have a narrow interval where their seeds' effects cancel, around the same points", () => {
    const [paired, unpaired] = [factorialFigures(tied("together"), 4, settings), factorialFigures(tied("apart"), 4, settings)];
    expect(paired.added.text.points).toEqual(unpaired.added.text.points);
    expect(paired.interaction.points).toMatchObject({ kind: "value", value: expect.closeTo(-100 / 12, 9) as unknown });
    expect(unpaired.interaction.points).toMatchObject({ kind: "value", value: expect.closeTo(-100 / 12, 9) as unknown });
    expect(width(paired.added.text.theseItems)).toBeLessThan(0.75 * width(unpaired.added.text.theseItems));
    expect(width(paired.interaction.theseItems)).toBeLessThan(0.75 * width(unpaired.interaction.theseItems));
    expect(paired.cells).toEqual(unpaired.cells);
  });

  it("are matched by seed, whatever order the runs come in, and are independent where the seeds are not the same", () => {
    const { weights, ...rest } = tied("together");
    const turned = { ...rest, weights: { ...weights, outcomes: weights.outcomes.toReversed(), seeds: weights.seeds?.toReversed() ?? [] } };
    expect(effectGroups(turned, { both: 1, weights: -1 }, over)).toEqual(effectGroups(tied("together"), { both: 1, weights: -1 }, over));
    expect(effectGroups({ ...rest, weights: { ...weights, seeds: [1, 2, 4] } }, { both: 1, weights: -1 }, over)).toHaveLength(2);
  });

  it("are all three one group where a model writes the text and the weights meet it at scoring only", () => {
    const all: FactorialSides = {
      none: side("base", "pf"), text: drawn("text", ["fp", "ff"], "text"), weights: drawn("lora", ["fp", "pf"], "weights"), both: drawn("both", ["pf", "pp"], "text", "weights"),
    };
    const [group, ...more] = effectGroups(all, { both: 1, text: -1, weights: -1 }, { items: 2, counting: "exclude" });
    expect(more).toEqual([]);
    expect([...(group?.cells.values ?? [])]).toEqual([2, -2, 1, 1]);
    expect(drawnTogether([all.none, all.text, all.weights, all.both])).toEqual([[0], [1, 2, 3]]);
    expect(drawnTogether([all.text, all.weights])).toEqual([[0], [1]]);
  });

  it("have their runs drawn together in the Elo table as well", () => {
    // Each wins somewhere, or neither has a finite strength.
    const longer = (one: FactorialSide, more: string): FactorialSide => ({ ...one, outcomes: one.outcomes.map((outcomes) => `${outcomes}${more}`.repeat(30)) });
    const league = (way: "together" | "apart") => [longer(tied(way).weights, "pf"), longer(tied(way).both, "fp")];
    const [paired, unpaired] = [eloTable(league("together"), 180, settings), eloTable(league("apart"), 180, settings)];
    expect(paired.map(({ elo }) => elo)).toEqual(unpaired.map(({ elo }) => elo));
    expect(width(paired[0]?.interval ?? notDefined(""))).toBeLessThan(0.9 * width(unpaired[0]?.interval ?? notDefined("")));
  });
});

describe("an Elo table over items", () => {
  const league = [side("a", "ppppppffff"), side("b", "ppppfffpff"), side("c", "ppfffpffpf"), side("d", "pffffffffp")];

  it("is Bradley and Terry's by the wins on single items, with a mean of 1500", () => {
    const wins = league.map((one) => league.map((other) => [...(one.outcomes[0] ?? "")].filter((letter, item) => letter === "p" && other.outcomes[0]?.[item] === "f").length));
    const fitted = bradleyTerry(wins);
    const rows = eloTable(league, 10, settings);
    if (fitted.kind === "undefined") throw new Error(fitted.why);
    eloOf(fitted.logStrengths).forEach((elo, at) => expect(rows[at]?.elo).toMatchObject({ kind: "value", value: elo }));
    const mean = rows.reduce((sum, row) => sum + (row.elo.kind === "value" ? row.elo.value : NaN), 0) / 4;
    expect(mean).toBeCloseTo(1500, 6);
  });

  it("gives arms that pass the same number, but other items, the same strength", () => {
    const rows = eloTable([side("a", "ppff"), side("b", "ffpp")], 4, settings);
    expect(rows.map((row) => (row.elo.kind === "value" ? Math.round(row.elo.value) : row.elo.why))).toEqual([1500, 1500]);
  });

  it("says why it has none where an arm never loses, and where resamples have none", () => {
    expect(eloTable([side("a", "pppp"), side("b", "ffpp")], 4, settings)[0]?.elo).toMatchObject({ kind: "undefined" });
    const rows = eloTable([side("a", "ppff"), side("b", "ffpp")], 4, settings);
    expect(rows[0]?.interval).toMatchObject({ kind: "undefined", why: expect.stringContaining("resamples have no finite strengths") as unknown });
  });

  it("has intervals that hold the estimate where there are items enough", () => {
    const many = league.map(({ name, outcomes }) => side(name, (outcomes[0] ?? "").repeat(20)));
    for (const row of eloTable(many, 200, settings)) {
      if (row.elo.kind !== "value" || row.interval.kind !== "interval") throw new Error("no interval");
      expect(row.interval.low).toBeLessThan(row.elo.value);
      expect(row.interval.high).toBeGreaterThan(row.elo.value);
    }
  });
});
