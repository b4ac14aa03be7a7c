import { blockFromBytes, blockToBytes } from "../domain/trace/block-bytes.ts";
import { minuteOf, type TraceBlock } from "../domain/trace/block.ts";
import type { TraceField, TraceSourceKind } from "../domain/trace/trace-field.ts";
import type { LabDatabase } from "./open.ts";

/** Whose readings are kept. */
export type TraceSource = {
  readonly number: number;
  readonly kind: TraceSourceKind;
  /** A GPU's UUID, a job's id, or `machine`. */
  readonly key: string;
  readonly name: string;
  readonly totalMib: number | null;
  readonly powerKind: "instant" | "average" | null;
};

/** Why a value (or every value, where `field` is null) was unknown for a time. */
export type TraceGap = { readonly field: TraceField | null; readonly fromMs: number; readonly toMs: number; readonly reason: string };

/** Writes or renews what is known of a source and returns its number. */
export function putTraceSource(db: LabDatabase, source: Omit<TraceSource, "number">): number {
  const row = db.statement<[string, string, string, number | null, string | null], { number: number }>(
    `INSERT INTO trace_source (kind, key, name, total_mib, power_kind) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET name = excluded.name, total_mib = coalesce(excluded.total_mib, total_mib), power_kind = coalesce(excluded.power_kind, power_kind)
     RETURNING number`,
  ).get(source.kind, source.key, source.name, source.totalMib, source.powerKind);
  if (row === undefined) throw new Error(`the source ${source.key} was not written`);
  return row.number;
}

export function getTraceSource(db: LabDatabase, kind: TraceSourceKind, key: string): TraceSource | null {
  return db.statement<[string, string], TraceSource>(`${selectSource} WHERE kind = ? AND key = ?`).get(kind, key) ?? null;
}

/** The sources that have readings within a time. */
export function listTraceSources(db: LabDatabase, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly TraceSource[] {
  return db.statement<[number, number, number, number], TraceSource>(
    `${selectSource} WHERE EXISTS (SELECT 1 FROM trace_minute WHERE id BETWEEN number * ? + ? AND number * ? + ?) ORDER BY number`,
  ).all(perSource, minuteOf(fromMs), perSource, minuteOf(toMs));
}

/** Writes a minute of a source; what was there of it is replaced. */
export function putTraceBlock(db: LabDatabase, sourceNumber: number, block: TraceBlock): void {
  db.statement<[number, Uint8Array]>("INSERT OR REPLACE INTO trace_minute (id, readings) VALUES (?, ?)").run(idOf(sourceNumber, block.minute), blockToBytes(block));
}

export function getTraceBlock(db: LabDatabase, sourceNumber: number, minute: number): TraceBlock | null {
  const row = db.statement<[number], { readings: Uint8Array }>("SELECT readings FROM trace_minute WHERE id = ?").get(idOf(sourceNumber, minute));
  return row === undefined ? null : blockFromBytes(minute, row.readings);
}

export type BlockRange = { readonly fromMs: number; readonly toMs: number; readonly fields: readonly TraceField[] };

/** The minutes of a source that touch a time, in order, with only the wanted fields. */
export function listTraceBlocks(db: LabDatabase, sourceNumber: number, { fromMs, toMs, fields }: BlockRange): readonly TraceBlock[] {
  const rows = db.statement<[number, number], { id: number; readings: Uint8Array }>("SELECT id, readings FROM trace_minute WHERE id BETWEEN ? AND ? ORDER BY id").all(
    idOf(sourceNumber, minuteOf(fromMs)), idOf(sourceNumber, minuteOf(toMs)),
  );
  return rows.flatMap(({ id, readings }) => blockFromBytes(id % perSource, readings, fields) ?? []);
}

/** The last minute of a source that holds readings, or null. */
export function lastTraceMinute(db: LabDatabase, sourceNumber: number): number | null {
  const row = db.statement<[number, number], { id: number }>("SELECT id FROM trace_minute WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1").get(idOf(sourceNumber, 0), idOf(sourceNumber, perSource - 1));
  return row === undefined ? null : row.id % perSource;
}

/** Writes a gap and returns its id, by which its end can be moved on. */
export function addTraceGap(db: LabDatabase, sourceNumber: number, gap: TraceGap): number {
  return Number(db.statement<[number, string | null, number, number, string]>(
    "INSERT INTO trace_gap (source_number, field, from_ms, to_ms, reason) VALUES (?, ?, ?, ?, ?)",
  ).run(sourceNumber, gap.field, Math.round(gap.fromMs), Math.round(gap.toMs), gap.reason).lastInsertRowid);
}

export function moveTraceGapEnd(db: LabDatabase, id: number, toMs: number): void {
  db.statement<[number, number]>("UPDATE trace_gap SET to_ms = ? WHERE id = ?").run(Math.round(toMs), id);
}

/** The gaps of a source that touch a time, in order. */
export function listTraceGaps(db: LabDatabase, sourceNumber: number, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly TraceGap[] {
  return db.statement<[number, number, number], TraceGap>(
    "SELECT field, from_ms AS fromMs, to_ms AS toMs, reason FROM trace_gap WHERE source_number = ? AND to_ms >= ? AND from_ms <= ? ORDER BY from_ms, id",
  ).all(sourceNumber, Math.floor(fromMs), Math.ceil(toMs));
}

/** Ids of a source's minutes: its number times this, plus the minute. */
const perSource = 2 ** 32;

function idOf(sourceNumber: number, minute: number): number {
  return sourceNumber * perSource + Math.min(perSource - 1, Math.max(0, minute));
}

const selectSource = "SELECT number, kind, key, name, total_mib AS totalMib, power_kind AS powerKind FROM trace_source";
