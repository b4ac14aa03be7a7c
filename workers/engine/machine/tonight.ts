import type { LabDatabase } from "../../database/open.ts";
import { listTraceSources } from "../../database/traces.ts";
import { energyOf } from "../../domain/trace/energy.ts";
import type { Recorder } from "./recorder.ts";

/** What all cards took together since the last noon while jobs were at work; null where no power was kept. */
export type Tonight = { readonly wattHours: number; readonly sinceMs: number };

type TonightDeps = { readonly db: LabDatabase; readonly recorder: Pick<Recorder, "blocks">; readonly now: () => number };

const staleMs = 30_000;

/** The energy of the evening, worked out anew every half minute at most. */
export function energyTonight({ db, recorder, now }: TonightDeps): () => Tonight | null {
  let known: { readonly atMs: number; readonly tonight: Tonight | null } | null = null;
  return () => {
    const nowMs = now();
    if (known !== null && nowMs - known.atMs < staleMs && nowMs >= known.atMs) return known.tonight;
    known = { atMs: nowMs, tonight: since(lastNoon(nowMs), nowMs, { db, recorder }) };
    return known.tonight;
  };
}

function since(sinceMs: number, nowMs: number, { db, recorder }: Pick<TonightDeps, "db" | "recorder">): Tonight | null {
  const span = { fromMs: sinceMs, toMs: nowMs };
  const energies = listTraceSources(db, span).filter(({ kind }) => kind === "gpu").flatMap(({ key }) => energyOf(recorder.blocks({ kind: "gpu", key }, { ...span, fields: ["powerWatts"] }), [span]) ?? []);
  return energies.length === 0 ? null : { wattHours: energies.reduce((sum, { wattHours }) => sum + wattHours, 0), sinceMs };
}

/** Noon rather than midnight, so that an evening and the night after it are one. */
export function lastNoon(nowMs: number): number {
  const noon = new Date(nowMs);
  noon.setHours(12, 0, 0, 0);
  if (noon.getTime() > nowMs) noon.setDate(noon.getDate() - 1);
  return noon.getTime();
}
