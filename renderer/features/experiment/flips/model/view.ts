/** Which items are in sight. */
export type ItemFilter = "all" | "sensitive" | "breaks" | "differ" | "brushed";

/** One side of "A and B differ": a run, or an arm by the majority of its seeds. */
export type Side = { readonly kind: "run"; readonly runId: string } | { readonly kind: "arm"; readonly arm: string };

/** How the matrix is arranged; kept per experiment while the window is open. */
export type FlipsView = {
  /** The arm whose seeds put items into classes; null = the one with most runs. */
  readonly arm: string | null;
  readonly filter: ItemFilter;
  readonly sides: readonly [a: Side | null, b: Side | null];
  /** Index of a gold label, or null for all. */
  readonly label: number | null;
  readonly search: string;
  readonly rows: RowOrder;
  readonly columns: ColumnOrder;
  /** What a cell's ground says: its outcome against the base, or how near it was to flipping. */
  readonly ground: "outcome" | "margin";
};

export const rowOrders = ["class", "flips", "margin", "label", "text", "file"] as const;
export type RowOrder = (typeof rowOrders)[number];
export type ColumnOrder = "seed" | "score";

export const openingView: FlipsView = { arm: null, filter: "all", sides: [null, null], label: null, search: "", rows: "class", columns: "seed", ground: "outcome" };

/** What each order of rows is called. */
export const rowOrderWords: Readonly<Record<RowOrder, string>> = {
  class: "class", flips: "most flips", margin: "margin", label: "gold label", text: "text", file: "task order",
};
