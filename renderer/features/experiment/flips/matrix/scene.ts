import type { MatrixView } from "../../../../../workers/contract/views.ts";
import type { FlipGrid } from "../../../../figures/flip-matrix/grid.ts";
import type { MatrixRow } from "../model/arrange.ts";
import type { Geometry } from "../model/geometry.ts";
import type { Cursor } from "../model/move.ts";

/** A column's head. */
export type ColumnHead = { readonly arm: string; readonly base: boolean; readonly passes: number | null; readonly under: string; readonly setAside: boolean };

/** Everything that is drawn, arranged: `columns` are indices of the grid's columns. */
export type Scene = {
  readonly matrix: MatrixView;
  readonly grid: FlipGrid;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly number[];
  readonly heads: readonly ColumnHead[];
  /** The best score among the heads, at least 1. */
  readonly mostPasses: number;
  readonly geometry: Geometry;
  readonly ground: "outcome" | "margin";
};

/** What changes without a new arrangement: where one looks and points. */
export type Sight = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly cursor: Cursor | null;
  readonly hover: Cursor | null;
  readonly open: number | null;
  readonly brushed: ReadonlySet<number>;
  readonly focused: boolean;
};
