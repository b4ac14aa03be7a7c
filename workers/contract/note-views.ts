/** A dated note on an experiment, a run or an item. */
export type NoteView = {
  readonly id: string;
  readonly experimentId: string;
  readonly runId: string | null;
  readonly itemIndex: number | null;
  readonly createdMs: number;
  readonly editedMs: number | null;
  readonly markdown: string;
};

/** A full-text hit; `excerpt` marks the match with U+E000 … U+E001. */
export type SearchHit = {
  readonly kind: "note" | "item" | "output";
  readonly experimentId: string;
  readonly experimentName: string;
  readonly runId: string | null;
  readonly itemIndex: number | null;
  readonly excerpt: string;
};
