import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eloTable, factorialFigures, onlyBothRight } from "../../../workers/domain/analysis/factorial.ts";
import type { FactorialSides } from "../../../workers/domain/analysis/factorial.ts";
import { settingsOf } from "../../../workers/domain/analysis/settings.ts";
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
    expect(fixed.cells[1]).toMatchObject({ theseItems: { kind: "undefined", why: "nothing is drawn in this arm" }, itemsLikeThese: { kind: "interval" } });
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
