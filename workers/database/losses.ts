import { float32FromBlob, toBlob } from "./blobs.ts";
import type { LabDatabase } from "./open.ts";

/** Losses of consecutive optimiser steps. */
export type LossPiece = { readonly firstStep: number; readonly losses: Float32Array };

/** So many points fill one page of the file. */
const chunkPoints = 1000;

/** Appends a piece after what is there; a piece that follows on directly fills up the last chunk first. */
export function appendLosses(db: LabDatabase, runNumber: number, piece: LossPiece): void {
  const last = lastChunk(db, runNumber);
  const follows = last !== undefined && last.firstStep + last.losses.length === piece.firstStep;
  const room = follows ? Math.max(0, chunkPoints - last.losses.length) : 0;
  const filled = piece.losses.subarray(0, room);
  if (last !== undefined && filled.length > 0) {
    const joined = new Float32Array(last.losses.length + filled.length);
    joined.set(last.losses);
    joined.set(filled, last.losses.length);
    db.statement<[Uint8Array, number]>("UPDATE loss_chunk SET losses = ? WHERE id = ?").run(toBlob(joined), last.id);
  }
  for (let start = filled.length; start < piece.losses.length; start += chunkPoints) {
    db.statement<[number, number, Uint8Array]>("INSERT INTO loss_chunk (run_number, first_step, losses) VALUES (?, ?, ?)").run(
      runNumber, piece.firstStep + start, toBlob(piece.losses.subarray(start, start + chunkPoints)),
    );
  }
}

/** The last step whose loss is stored, or null. */
export function lastLossStep(db: LabDatabase, runNumber: number): number | null {
  const last = lastChunk(db, runNumber);
  return last === undefined ? null : last.firstStep + last.losses.length - 1;
}

export function clearLosses(db: LabDatabase, runNumber: number): void {
  db.statement<[number]>("DELETE FROM loss_chunk WHERE run_number = ?").run(runNumber);
}

/** The pieces of every run of an experiment that has any, by run number, steps ascending. */
export function listLosses(db: LabDatabase, experimentId: string): ReadonlyMap<number, readonly LossPiece[]> {
  const rows = db.statement<[string], { runNumber: number; firstStep: number; losses: Uint8Array }>(
    `SELECT loss_chunk.run_number AS runNumber, loss_chunk.first_step AS firstStep, loss_chunk.losses FROM run
     JOIN loss_chunk ON loss_chunk.run_number = run.number WHERE run.experiment_id = ? ORDER BY loss_chunk.run_number, loss_chunk.first_step`,
  ).all(experimentId);
  const pieces = new Map<number, LossPiece[]>();
  for (const row of rows) {
    const piece = { firstStep: row.firstStep, losses: float32FromBlob(row.losses) };
    const known = pieces.get(row.runNumber);
    if (known === undefined) pieces.set(row.runNumber, [piece]);
    else known.push(piece);
  }
  return pieces;
}

function lastChunk(db: LabDatabase, runNumber: number): { readonly id: number; readonly firstStep: number; readonly losses: Float32Array } | undefined {
  const row = db.statement<[number], { id: number; firstStep: number; losses: Uint8Array }>(
    "SELECT id, first_step AS firstStep, losses FROM loss_chunk WHERE run_number = ? ORDER BY first_step DESC LIMIT 1",
  ).get(runNumber);
  return row === undefined ? undefined : { ...row, losses: float32FromBlob(row.losses) };
}
