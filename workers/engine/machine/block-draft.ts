import { mergeBlocks, type TraceBlock } from "../../domain/trace/block.ts";
import type { TraceField } from "../../domain/trace/trace-field.ts";

/** A minute that is still being read; `wanted` ones go to disk, as soon as that works. */
export type BlockDraft = { block: OwnBlock; dirty: boolean; wanted: boolean };
type OwnBlock = { readonly minute: number; readonly periodMs: number; readonly offsets: number[]; readonly columns: Map<TraceField, number[]> };

/** Goes on with a minute that is on disk already, or begins it. */
export function draftBlock(stored: TraceBlock | null, minute: number, periodMs: number): BlockDraft {
  return { block: ownBlock(stored ?? { minute, periodMs, offsets: [], columns: new Map() }, periodMs), dirty: false, wanted: false };
}

/** Adds a reading in its place; a clock that was set back can bring an earlier one, or the same millisecond again. */
export function addReading(draft: BlockDraft, offset: number, values: ReadonlyMap<TraceField, number>): void {
  const { block } = draft;
  draft.dirty = true;
  if (offset <= (block.offsets.at(-1) ?? -1)) {
    const columns = new Map([...values].map(([field, value]) => [field, [value]]));
    draft.block = ownBlock(mergeBlocks(block, { minute: block.minute, periodMs: block.periodMs, offsets: [offset], columns }), block.periodMs);
    return;
  }
  const before = block.offsets.length;
  block.offsets.push(offset);
  for (const [field, value] of values) {
    const column = block.columns.get(field) ?? new Array<number>(before).fill(Number.NaN);
    column.push(value);
    block.columns.set(field, column);
  }
  for (const column of block.columns.values()) if (column.length === before) column.push(Number.NaN);
}

function ownBlock(block: TraceBlock, periodMs: number): OwnBlock {
  return { minute: block.minute, periodMs: Math.max(block.periodMs, periodMs), offsets: [...block.offsets], columns: new Map([...block.columns].map(([field, values]) => [field, [...values]])) };
}
