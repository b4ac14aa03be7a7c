import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnAt, geometryOf, rowAt, rowsBetween, scrollTo } from "../../../../renderer/features/experiment/flips/model/geometry.ts";
import { itemsBetween, moved } from "../../../../renderer/features/experiment/flips/model/move.ts";
import type { MatrixRow } from "../../../../renderer/features/experiment/flips/model/arrange.ts";

const section: MatrixRow = { kind: "section", name: "coin-flip", title: "Coin flips", says: "", count: 2 };
const item = (index: number): MatrixRow => ({ kind: "item", index });
const rows: readonly MatrixRow[] = [section, item(4), item(7), section, item(1)];
const heads = (count: number) => [{ arm: "base", base: true }, ...Array.from({ length: count }, () => ({ arm: "lora", base: false }))];

describe("places", () => {
  test("every pixel of a cell leads back to its row and column", () => {
    const geometry = geometryOf(rows, heads(10), 900);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 10 }), fc.double({ min: 0, max: 0.99, noNaN: true }), (row, column, inside) => {
        expect(rowAt(geometry, (geometry.ys[row] ?? 0) + inside * geometry.rowHeight)).toBe(row);
        expect(columnAt(geometry, (geometry.xs[column] ?? 0) + inside * geometry.cell.width)).toBe(column);
      }),
    );
    expect(rowAt(geometry, -1)).toBe(-1);
    expect(columnAt(geometry, 100_000)).toBe(-1);
  });

  test("above sixty columns cells are eight pixels wide and have no glyphs", () => {
    expect(geometryOf(rows, heads(59), 900)).toMatchObject({ glyphs: true });
    expect(geometryOf(rows, heads(60), 900)).toMatchObject({ glyphs: false, cell: { width: 8 } });
  });

  test("no rows and no columns are places of their own", () => {
    const empty = geometryOf([], [], 500);
    expect(rowAt(empty, 10)).toBe(-1);
    expect(rowsBetween(empty, 0, 400)).toEqual({ first: 0, last: -1 });
  });

  test("only rows in sight are painted, whatever the matrix's size", () => {
    const many = geometryOf(Array.from({ length: 10_000 }, (_, index) => item(index)), heads(99), 1000);
    const { first, last } = rowsBetween(many, 80_000, 80_600);
    expect(last - first).toBeLessThan(45);
    expect(first).toBe(Math.floor(80_000 / many.rowHeight));
  });

  test("a cell out of sight is scrolled into it, one in sight moves nothing", () => {
    const many = geometryOf(Array.from({ length: 1000 }, (_, index) => item(index)), heads(10), 900);
    const port = { left: 0, top: 5000, width: 900, height: 500 };
    expect(scrollTo(many, { row: 235, column: 3 }, port)).toEqual({ left: 0, top: 5000 });
    expect(scrollTo(many, { row: 0, column: 0 }, port).top).toBe(0);
    const below = scrollTo(many, { row: 500, column: 0 }, port).top;
    expect(below + port.height - many.headerHeight).toBeGreaterThanOrEqual((many.ys[501] ?? 0));
  });
});

describe("keys", () => {
  const setup = { rows, columns: 11, page: 2 };
  test("arrows skip the heads of sections and stop at the edges", () => {
    expect(moved({ row: 2, column: 0 }, "ArrowDown", setup)).toEqual({ row: 4, column: 0 });
    expect(moved({ row: 4, column: 0 }, "ArrowUp", setup)).toEqual({ row: 2, column: 0 });
    expect(moved({ row: 1, column: 0 }, "ArrowUp", setup)).toEqual({ row: 1, column: 0 });
    expect(moved({ row: 4, column: 10 }, "ArrowRight", setup)).toEqual({ row: 4, column: 10 });
    expect(moved({ row: 1, column: 5 }, "Home", setup)).toEqual({ row: 1, column: 0 });
    expect(moved({ row: 1, column: 5 }, "End", setup)).toEqual({ row: 1, column: 10 });
    expect(moved({ row: 4, column: 5 }, "PageUp", setup)).toEqual({ row: 2, column: 5 });
    expect(moved({ row: 1, column: 5 }, "PageDown", setup)).toEqual({ row: 2, column: 5 });
    expect(moved({ row: 1, column: 5 }, "a", setup)).toBeUndefined();
  });

  test("a brush takes the items of all rows between two, in either direction", () => {
    expect(itemsBetween(rows, 4, 1)).toEqual([4, 7, 1]);
  });
});
