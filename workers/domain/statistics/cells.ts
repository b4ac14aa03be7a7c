import type { Counting, OutcomeString } from "../outcome.ts";

/** Runs × items as numbers, row after row: 1 pass, 0 fail; where `present` is 0 there is nothing to count. */
export type Cells = {
  readonly rows: number;
  readonly items: number;
  readonly values: Int8Array;
  readonly present: Uint8Array;
  /** Cells left out: errors and missing under `exclude`, none under `as-fail`. */
  readonly excluded: number;
};

const letterPass = "p".charCodeAt(0);
const letterFail = "f".charCodeAt(0);

/** Reads outcome strings (one a run) into cells under a counting; an outcome string that is too short is missing at its end. */
export function cellsOf(columns: readonly OutcomeString[], items: number, counting: Counting): Cells {
  const values = new Int8Array(columns.length * items);
  const present = new Uint8Array(columns.length * items);
  let excluded = 0;
  columns.forEach((outcomes, row) => {
    for (let item = 0; item < items; item++) {
      const letter = outcomes.charCodeAt(item);
      const cell = row * items + item;
      values[cell] = letter === letterPass ? 1 : 0;
      const counts = letter === letterPass || letter === letterFail || counting === "as-fail";
      present[cell] = counts ? 1 : 0;
      if (!counts) excluded++;
    }
  });
  return { rows: columns.length, items, values, present, excluded };
}

/** Every row minus one reference row, item by item (−1, 0, 1), present where both are. */
export function differencesFrom(reference: Cells, cells: Cells): Cells {
  return subtract(cells, reference, () => 0);
}

/** Row by row `b` minus `a` (the same number of rows on both sides). */
export function pairedDifferences(a: Cells, b: Cells): Cells {
  if (a.rows !== b.rows) throw new Error(`rows cannot be paired: ${a.rows} and ${b.rows}`);
  return subtract(b, a, (row) => row);
}

/** The weighted sum of several cells, row by row and item by item, present where all are; cells of one row stand in every row. */
export function combinedCells(terms: readonly { readonly cells: Cells; readonly weight: number }[]): Cells {
  const rows = Math.max(0, ...terms.map(({ cells }) => cells.rows));
  const items = terms[0]?.cells.items ?? 0;
  const odd = terms.find(({ cells }) => cells.items !== items || (cells.rows !== 1 && cells.rows !== rows));
  if (odd !== undefined) throw new Error(`cells cannot be added up: ${odd.cells.rows} × ${odd.cells.items} and ${rows} × ${items}`);
  const values = new Int8Array(rows * items);
  const present = new Uint8Array(rows * items).fill(1);
  for (const { cells, weight } of terms) {
    for (let cell = 0; cell < values.length; cell++) {
      const from = cells.rows === 1 ? cell % items : cell;
      if (cells.present[from] !== 1) present[cell] = 0;
      values[cell] = (values[cell] ?? 0) + weight * (cells.values[from] ?? 0);
    }
  }
  return { rows, items, values: values.map((one, cell) => (present[cell] === 1 ? one : 0)), present, excluded: countAbsent(present) };
}

/** Picks rows, in the given order. */
export function rowsOf(cells: Cells, rows: readonly number[]): Cells {
  const values = new Int8Array(rows.length * cells.items);
  const present = new Uint8Array(rows.length * cells.items);
  rows.forEach((row, at) => {
    values.set(cells.values.subarray(row * cells.items, (row + 1) * cells.items), at * cells.items);
    present.set(cells.present.subarray(row * cells.items, (row + 1) * cells.items), at * cells.items);
  });
  return { rows: rows.length, items: cells.items, values, present, excluded: countAbsent(present) };
}

/** Keeps only the items at which every row is present; says which those are. */
export function completeItems(cells: Cells): { readonly cells: Cells; readonly items: readonly number[] } {
  const items: number[] = [];
  for (let item = 0; item < cells.items; item++) {
    let complete = true;
    for (let row = 0; row < cells.rows && complete; row++) complete = cells.present[row * cells.items + item] === 1;
    if (complete) items.push(item);
  }
  const values = new Int8Array(cells.rows * items.length);
  for (let row = 0; row < cells.rows; row++) {
    items.forEach((item, at) => {
      values[row * items.length + at] = cells.values[row * cells.items + item] ?? 0;
    });
  }
  const present = new Uint8Array(values.length).fill(1);
  return { cells: { rows: cells.rows, items: items.length, values, present, excluded: 0 }, items };
}

function subtract(minuend: Cells, subtrahend: Cells, partner: (row: number) => number): Cells {
  const { rows, items } = minuend;
  const values = new Int8Array(rows * items);
  const present = new Uint8Array(rows * items);
  for (let row = 0; row < rows; row++) {
    const other = partner(row) * items;
    for (let item = 0; item < items; item++) {
      const cell = row * items + item;
      if (minuend.present[cell] !== 1 || subtrahend.present[other + item] !== 1) continue;
      present[cell] = 1;
      values[cell] = (minuend.values[cell] ?? 0) - (subtrahend.values[other + item] ?? 0);
    }
  }
  return { rows, items, values, present, excluded: countAbsent(present) };
}

function countAbsent(present: Uint8Array): number {
  let absent = 0;
  for (const flag of present) if (flag === 0) absent++;
  return absent;
}
