import type { Cells } from "./cells.ts";
import type { RandomSource } from "./random.ts";
import { indexBelow } from "./random.ts";
import { twoWayMeans } from "./two-way-means.ts";

/** Seeds whose mean enters an effect with a sign; several groups share the items that are drawn. */
export type SeedGroup = { readonly cells: Cells; readonly sign: 1 | -1 };

/** What is drawn again: whole seeds, whole items, or both together. */
export type Resampling = { readonly seeds: boolean; readonly items: boolean; readonly resamples: number; readonly random: RandomSource };

/**
 * Two-way bootstrap: every resample draws whole seeds and whole items with replacement and takes the sum over the groups of
 * sign × (mean over the drawn seeds of each seed's mean over the drawn items). Drawing items anew for each seed instead would
 * lose what moves many items together and make the standard error about half as wide as it is.
 */
export function resampleEffects(groups: readonly SeedGroup[], resampling: Resampling): Float64Array {
  const items = groups[0]?.cells.items ?? 0;
  if (items === 0 || groups.some((group) => group.cells.items !== items || !group.cells.present.includes(1))) {
    throw new Error("a bootstrap needs an answered cell and the same items in every group");
  }
  const draws = groups.map((group) => ({ sign: group.sign, seeds: identity(group.cells.rows), mean: meanOfDrawn(group.cells, resampling) }));
  const drawnItems = identity(items);
  const effects = new Float64Array(resampling.resamples);
  for (let resample = 0; resample < resampling.resamples; ) {
    if (resampling.items) drawInto(drawnItems, resampling.random);
    let effect = 0;
    for (const group of draws) {
      if (resampling.seeds) drawInto(group.seeds, resampling.random);
      effect += group.sign * group.mean(group.seeds, drawnItems);
    }
    // A draw without one answered cell has no effect and is drawn again; the sample itself has one, so this ends.
    if (!Number.isNaN(effect)) effects[resample++] = effect;
  }
  return effects;
}

type DrawnMean = (seeds: Int32Array, items: Int32Array) => number;

function meanOfDrawn(cells: Cells, { seeds, items }: Resampling): DrawnMean {
  if (!items) return meanOnTheseItems(cells);
  return cells.present.every((flag) => flag === 1) ? completeMean(cells, seeds) : patchyMean(cells);
}

/** With the items as they are, each seed's mean is known beforehand; NaN where no drawn seed has one. */
function meanOnTheseItems(cells: Cells): DrawnMean {
  const { rows } = twoWayMeans(cells);
  return (seeds) => {
    let sumOfMeans = 0;
    let counted = 0;
    for (let draw = 0; draw < seeds.length; draw++) {
      const mean = rows[seeds[draw] ?? 0] ?? null;
      if (mean === null) continue;
      sumOfMeans += mean;
      counted++;
    }
    return sumOfMeans / counted;
  };
}

/** With no cell absent: add the drawn rows up item by item, then look the drawn items up. */
function completeMean(cells: Cells, seedsAreDrawn: boolean): DrawnMean {
  const { lanes, lift, addUp } = rowAdder(cells);
  addUp(identity(cells.rows), cells.rows);
  return (seeds, items) => {
    if (seedsAreDrawn) addUp(seeds, seeds.length);
    let total = 0;
    for (let draw = 0; draw < items.length; draw++) total += lanes[items[draw] ?? 0] ?? 0;
    return total / (seeds.length * items.length) - lift;
  };
}

/** Adds rows up item by item, several items in one 32-bit addition; `lanes` then holds each item's sum, plus `lift` for every row. */
type RowAdder = { readonly lanes: Uint8Array | Uint16Array; readonly lift: number; readonly addUp: (rows: Int32Array, count: number) => void };

function rowAdder(cells: Cells): RowAdder {
  const lift = liftOf(cells);
  const { width, words } = packRows(cells, lift);
  const sums = new Int32Array(width);
  const lanes = laneView(cells.rows * lift, sums.buffer);
  const addUp = (rows: Int32Array, count: number): void => {
    const start = (at: number): number => (at < count ? (rows[at] ?? 0) : cells.rows) * width;
    sums.fill(0);
    // Four rows a pass: the sums are read and written a quarter as often. Past the last one stands a row of zeros.
    for (let at = 0; at < count; at += 4) {
      const [a, b, c, d] = [start(at), start(at + 1), start(at + 2), start(at + 3)];
      for (let word = 0; word < width; word++) {
        const four = (words[a + word] ?? 0) + (words[b + word] ?? 0) + (words[c + word] ?? 0) + (words[d + word] ?? 0);
        sums[word] = (sums[word] ?? 0) + four;
      }
    }
  };
  return { lanes, lift, addUp };
}

/** What makes every value 0 or more: 1 for passes and their differences, 2 where a value is a difference of differences. */
function liftOf({ values }: Cells): number {
  return values.reduce((most, one) => Math.max(most, Math.abs(one)), 1);
}

/** Lanes hold value + lift (0 to twice the lift), so that sums over all rows stay inside a lane. */
function packRows(cells: Cells, lift: number): { readonly width: number; readonly words: Int32Array } {
  const most = cells.rows * lift;
  const width = Math.ceil(cells.items / lanesAWord(most));
  const words = new Int32Array(width * (cells.rows + 1));
  const lanes = laneView(most, words.buffer);
  for (let row = 0; row < cells.rows; row++) {
    const start = row * width * lanesAWord(most);
    for (let item = 0; item < cells.items; item++) lanes[start + item] = (cells.values[row * cells.items + item] ?? 0) + lift;
  }
  return { width, words };
}

/** A lane's largest sum is twice the lift for every row: `most` is half of it. */
function lanesAWord(most: number): number {
  return most <= 127 ? 4 : 2;
}

function laneView(most: number, buffer: ArrayBuffer): Uint8Array | Uint16Array {
  if (most > 32_767) throw new Error(`too many runs for one bootstrap: ${most}`);
  return most <= 127 ? new Uint8Array(buffer) : new Uint16Array(buffer);
}

/**
 * With absent cells: each drawn seed's mean is over those of the drawn items that it answered; NaN where none of them did.
 * Seeds that answered equally many of the drawn items share a divisor, so their rows are added up together.
 */
function patchyMean(cells: Cells): DrawnMean {
  const { lanes, lift, addUp } = rowAdder(cells);
  const absent = absentItems(cells);
  const weights = new Int32Array(cells.items);
  const answered = new Int32Array(cells.rows);
  const drawn = new Int32Array(cells.rows);
  return (seeds, items) => {
    weights.fill(0);
    for (let draw = 0; draw < items.length; draw++) weights[items[draw] ?? 0] = (weights[items[draw] ?? 0] ?? 0) + 1;
    for (let row = 0; row < cells.rows; row++) answered[row] = items.length - weightOf(absent[row], weights);
    let sumOfMeans = 0;
    let counted = 0;
    for (const divisor of new Set(seeds.map((seed) => answered[seed] ?? 0))) {
      if (divisor === 0) continue;
      let rows = 0;
      for (let draw = 0; draw < seeds.length; draw++) if (answered[seeds[draw] ?? 0] === divisor) drawn[rows++] = seeds[draw] ?? 0;
      addUp(drawn, rows);
      let sum = -rows * items.length * lift;
      for (let item = 0; item < cells.items; item++) sum += (weights[item] ?? 0) * (lanes[item] ?? 0);
      sumOfMeans += sum / divisor;
      counted += rows;
    }
    return sumOfMeans / counted;
  };
}

function absentItems(cells: Cells): Int32Array[] {
  return Array.from({ length: cells.rows }, (_, row) => Int32Array.from(identity(cells.items).filter((item) => cells.present[row * cells.items + item] !== 1)));
}

function weightOf(items: Int32Array | undefined, weights: Int32Array): number {
  let weight = 0;
  for (const item of items ?? []) weight += weights[item] ?? 0;
  return weight;
}

function identity(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => index);
}

function drawInto(indices: Int32Array, random: RandomSource): void {
  const count = indices.length;
  for (let at = 0; at < count; at++) indices[at] = indexBelow(count, random);
}
