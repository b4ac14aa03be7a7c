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

/** With no cell absent: add the drawn rows up item by item, several items in one 32-bit addition, then look the drawn items up. */
function completeMean(cells: Cells, seedsAreDrawn: boolean): DrawnMean {
  const { width, words } = packRows(cells);
  const sums = new Int32Array(width);
  const lanes = laneView(cells.rows, sums.buffer);
  const rowStart = (seeds: Int32Array, draw: number): number => (draw < seeds.length ? (seeds[draw] ?? 0) : cells.rows) * width;
  const addUp = (seeds: Int32Array): void => {
    sums.fill(0);
    // Four rows a pass: the sums are read and written a quarter as often. Past the last draw stands a row of zeros.
    for (let draw = 0; draw < seeds.length; draw += 4) {
      const [a, b, c, d] = [rowStart(seeds, draw), rowStart(seeds, draw + 1), rowStart(seeds, draw + 2), rowStart(seeds, draw + 3)];
      for (let word = 0; word < width; word++) {
        const four = (words[a + word] ?? 0) + (words[b + word] ?? 0) + (words[c + word] ?? 0) + (words[d + word] ?? 0);
        sums[word] = (sums[word] ?? 0) + four;
      }
    }
  };
  addUp(identity(cells.rows));
  return (seeds, items) => {
    if (seedsAreDrawn) addUp(seeds);
    let total = 0;
    for (let draw = 0; draw < items.length; draw++) total += lanes[items[draw] ?? 0] ?? 0;
    return total / (seeds.length * items.length) - 1;
  };
}

/** Lanes hold value + 1 (0, 1 or 2), so that sums over all rows stay inside a lane. */
function packRows(cells: Cells): { readonly width: number; readonly words: Int32Array } {
  const width = Math.ceil(cells.items / lanesAWord(cells.rows));
  const words = new Int32Array(width * (cells.rows + 1));
  const lanes = laneView(cells.rows, words.buffer);
  for (let row = 0; row < cells.rows; row++) {
    const start = row * width * lanesAWord(cells.rows);
    for (let item = 0; item < cells.items; item++) lanes[start + item] = (cells.values[row * cells.items + item] ?? 0) + 1;
  }
  return { width, words };
}

function lanesAWord(rows: number): number {
  return rows <= 127 ? 4 : 2;
}

function laneView(rows: number, buffer: ArrayBuffer): Uint8Array | Uint16Array {
  if (rows > 32_767) throw new Error(`too many runs for one bootstrap: ${rows}`);
  return rows <= 127 ? new Uint8Array(buffer) : new Uint16Array(buffer);
}

/** With absent cells: each drawn seed's mean is over those of the drawn items that it answered; NaN where none of them did. */
function patchyMean(cells: Cells): DrawnMean {
  const { values, present } = cells;
  return (seeds, items) => {
    let sumOfMeans = 0;
    let counted = 0;
    for (let draw = 0; draw < seeds.length; draw++) {
      const start = (seeds[draw] ?? 0) * cells.items;
      let sum = 0;
      let answered = 0;
      for (let at = 0; at < items.length; at++) {
        const cell = start + (items[at] ?? 0);
        sum += values[cell] ?? 0;
        answered += present[cell] ?? 0;
      }
      if (answered === 0) continue;
      sumOfMeans += sum / answered;
      counted++;
    }
    return sumOfMeans / counted;
  };
}

function identity(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => index);
}

function drawInto(indices: Int32Array, random: RandomSource): void {
  const count = indices.length;
  for (let at = 0; at < count; at++) indices[at] = indexBelow(count, random);
}
