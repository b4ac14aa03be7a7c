import { addTraceGap, getTraceBlock, getTraceSource, lastTraceMinute, listTraceBlocks, listTraceGaps, moveTraceGapEnd, putTraceBlock, putTraceSource, type BlockRange, type TraceGap, type TraceSource } from "../../database/traces.ts";
import type { LabDatabase } from "../../database/open.ts";
import { LabError } from "../../domain/errors.ts";
import { blockMs, gapLimitMs, minuteOf, type TraceBlock } from "../../domain/trace/block.ts";
import { fieldsOf, type TraceField } from "../../domain/trace/trace-field.ts";
import { addReading, draftBlock, type BlockDraft } from "./block-draft.ts";

/** Who the readings are of, without a number in the database. */
export type SourceName = Omit<TraceSource, "number">;

/** One reading: a number, or why there is none, for each field. */
export type Reading = { readonly atMs: number; readonly periodMs: number; readonly values: Readonly<Partial<Record<TraceField, number | { readonly missing: string }>>> };

export type RecorderDeps = {
  readonly db: LabDatabase;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
  /** Whether what is read now belongs to a job's story; the rest is forgotten after a quarter of an hour. */
  readonly keep: () => boolean;
  /** Why nothing was read of late. */
  readonly silence: (kind: TraceSource["kind"]) => string;
};

/** Keeps the readings of the machine: minutes in memory, those of jobs on disk as well. */
export type Recorder = {
  readonly add: (source: SourceName, reading: Reading) => void;
  /** The sources with readings within a time, on disk or in memory. */
  readonly sources: (range: Pick<BlockRange, "fromMs" | "toMs">) => readonly SourceName[];
  /** The minutes of a source that touch a time, in order. */
  readonly blocks: (source: Pick<SourceName, "kind" | "key">, range: BlockRange) => readonly TraceBlock[];
  readonly gaps: (source: Pick<SourceName, "kind" | "key">, range: Pick<BlockRange, "fromMs" | "toMs">) => readonly TraceGap[];
  /** Writes what is to be kept; a full disk leaves it for the next time. */
  readonly flush: () => void;
  readonly close: () => void;
};

type OpenGap = { readonly gap: TraceGap; id: number | null; toMs: number; dirty: boolean };
type Live = {
  name: SourceName;
  number: number | null;
  lastMs: number | null;
  readonly drafts: Map<number, BlockDraft>;
  /** By field, `""` for all of them. */
  readonly gaps: Map<string, OpenGap>;
  readonly closedGaps: OpenGap[];
};

const flushMs = 5_000;
const remembered = 15;
/** Minutes that a full disk kept from being written: half a day of eight cards takes some fifty megabytes. */
const rememberedUnsaved = 720;
/** So much from before a job belongs to its story. */
const minutesBefore = 2;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { db, now } = deps;
  const live = new Map<string, Live>();
  let trouble = "";
  let callOff: () => void = () => undefined;

  const liveOf = (name: SourceName): Live => {
    const key = `${name.kind} ${name.key}`;
    const known = live.get(key);
    if (known !== undefined) {
      known.name = name;
      return known;
    }
    const number = getTraceSource(db, name.kind, name.key)?.number ?? null;
    const fresh: Live = { name, number, lastMs: null, drafts: new Map(), gaps: new Map(), closedGaps: [] };
    live.set(key, fresh);
    return fresh;
  };

  const add = (name: SourceName, reading: Reading): void => {
    const source = liveOf(name);
    const { atMs, periodMs } = reading;
    if (source.lastMs !== null && atMs - source.lastMs > gapLimitMs(periodMs)) {
      source.closedGaps.push({ gap: { field: null, fromMs: source.lastMs, toMs: atMs, reason: deps.silence(name.kind) }, id: null, toMs: atMs, dirty: true });
    }
    source.lastMs = atMs;
    noteMissing(source, reading);
    const minute = minuteOf(atMs);
    const draft = source.drafts.get(minute) ?? draftBlock(source.number === null ? null : getTraceBlock(db, source.number, minute), minute, periodMs);
    source.drafts.set(minute, draft);
    addReading(draft, Math.floor(atMs - minute * blockMs), numbersOf(name, reading));
    forgetOld(source, minute);
  };

  const flush = (): void => {
    if (db.readOnly) return;
    const fromMinute = minuteOf(now()) - minutesBefore;
    if (deps.keep()) for (const { drafts } of live.values()) for (const draft of drafts.values()) draft.wanted ||= draft.block.minute >= fromMinute;
    try {
      db.repeatableTransaction(() => {
        for (const source of live.values()) save(db, source);
      });
      trouble = "";
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      if (trouble !== error.code) console.error(`The machine's readings are kept in memory: ${error.message}`);
      trouble = error.code;
    }
  };
  const beat = (): void => {
    flush();
    callOff = deps.later(flushMs, beat);
  };
  callOff = deps.later(flushMs, beat);

  return {
    add,
    sources: ({ fromMs, toMs }) => [...live.values()].filter(({ drafts }) => [...drafts.keys()].some((minute) => minute >= minuteOf(fromMs) && minute <= minuteOf(toMs))).map(({ name }) => name),
    blocks: ({ kind, key }, range) => {
      const source = live.get(`${kind} ${key}`);
      const number = source?.number ?? getTraceSource(db, kind, key)?.number ?? null;
      const stored = number === null ? [] : listTraceBlocks(db, number, range);
      if (source === undefined) return stored;
      // A minute in memory holds what is on disk of it, and what came since.
      const fresh = [...source.drafts.values()].filter(({ block }) => block.minute >= minuteOf(range.fromMs) && block.minute <= minuteOf(range.toMs)).map(({ block }) => block);
      const minutes = new Set(fresh.map(({ minute }) => minute));
      return [...stored.filter(({ minute }) => !minutes.has(minute)), ...fresh].sort((left, right) => left.minute - right.minute);
    },
    gaps: ({ kind, key }, range) => {
      const source = live.get(`${kind} ${key}`);
      const number = source?.number ?? getTraceSource(db, kind, key)?.number ?? null;
      const stored = number === null ? [] : listTraceGaps(db, number, range);
      const unsaved = [...(source?.closedGaps ?? []), ...(source?.gaps.values() ?? [])].filter(({ id, gap, toMs }) => id === null && toMs >= range.fromMs && gap.fromMs <= range.toMs);
      return [...stored, ...unsaved.map(({ gap, toMs }) => ({ ...gap, toMs }))].sort((left, right) => left.fromMs - right.fromMs);
    },
    flush,
    close: () => {
      callOff();
      flush();
    },
  };
}

/** A field without a number opens a gap with its reason, or makes an open one longer; a number closes it. */
function noteMissing(source: Live, { atMs, values }: Reading): void {
  for (const field of fieldsOf[source.name.kind]) {
    const value = values[field];
    const open = source.gaps.get(field);
    const reason = typeof value === "object" ? value.missing : null;
    if (open !== undefined && reason !== open.gap.reason) {
      source.gaps.delete(field);
      source.closedGaps.push(open);
    }
    if (reason === null) continue;
    const same = source.gaps.get(field);
    if (same === undefined) source.gaps.set(field, { gap: { field, fromMs: atMs, toMs: atMs, reason }, id: null, toMs: atMs, dirty: true });
    else Object.assign(same, { toMs: atMs, dirty: true });
  }
}

function numbersOf(name: SourceName, { values }: Reading): ReadonlyMap<TraceField, number> {
  return new Map(fieldsOf[name.kind].map((field) => {
    const value = values[field];
    return [field, typeof value === "number" ? value : Number.NaN];
  }));
}

function save(db: LabDatabase, source: Live): void {
  const due = [...source.drafts.values()].filter(({ dirty, wanted }) => dirty && wanted);
  if (due.length === 0) return;
  source.number ??= getTraceSource(db, source.name.kind, source.name.key)?.number ?? null;
  const before = source.number === null ? null : lastTraceMinute(db, source.number);
  source.number = putTraceSource(db, source.name);
  const [first] = due;
  if (first !== undefined && before !== null && first.block.minute - before > 1) noteRest(db, source.number, { before, next: first.block.minute });
  for (const draft of due) {
    putTraceBlock(db, source.number, draft.block);
    draft.dirty = false;
  }
  for (const open of [...source.closedGaps, ...source.gaps.values()]) {
    // What was missing while nothing was kept is no part of anything on disk.
    if (!open.dirty || open.toMs < (first?.block.minute ?? 0) * blockMs) continue;
    if (open.id === null) open.id = addTraceGap(db, source.number, { ...open.gap, toMs: open.toMs });
    else moveTraceGapEnd(db, open.id, open.toMs);
    open.dirty = false;
  }
  source.closedGaps.length = 0;
}

/** Minutes of which nothing was kept, because no job ran that they could belong to or no engine was there. */
function noteRest(db: LabDatabase, number: number, { before, next }: { readonly before: number; readonly next: number }): void {
  addTraceGap(db, number, { field: null, fromMs: (before + 1) * blockMs, toMs: next * blockMs, reason: "nothing was kept: no job ran, or the engine was not there" });
}

function forgetOld(source: Live, minute: number): void {
  for (const [old, { dirty, wanted }] of source.drafts) {
    const limit = dirty && wanted ? rememberedUnsaved : remembered;
    if (Math.abs(old - minute) > limit) source.drafts.delete(old);
  }
  // Gaps that no saved minute ever followed would pile up.
  if (source.closedGaps.length > 1_000) source.closedGaps.splice(0, 500);
}
