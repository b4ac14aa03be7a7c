import { z } from "zod";
import type { LabDatabase } from "./open.ts";

const queueSetting = z.object({
  paused: z.boolean(),
  pausedWhy: z.string().nullable(),
  afterCrash: z.enum(["go-on", "pause", "retry"]),
  /** How often a job that ran out of memory goes back through the gate. */
  memoryRetries: z.int().min(0).max(20).default(2),
});

/** What the queue remembers across restarts. */
export type QueueSetting = Readonly<z.infer<typeof queueSetting>>;

/** The queue of a lab in which nobody has changed anything yet. */
export const firstQueueSetting: QueueSetting = { paused: false, pausedWhy: null, afterCrash: "go-on", memoryRetries: 2 };

export function getQueueSetting(db: LabDatabase): QueueSetting {
  const row = db.statement<[], { value: string }>("SELECT value FROM setting WHERE key = 'queue'").get();
  return row === undefined ? firstQueueSetting : queueSetting.parse(JSON.parse(row.value));
}

export function setQueueSetting(db: LabDatabase, setting: QueueSetting): void {
  db.statement<[string]>("INSERT INTO setting (key, value) VALUES ('queue', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(JSON.stringify(setting));
}

const samplerSetting = z.object({ periodMs: z.int().min(200).max(5000) });

/** How often the GPUs are read. */
export type SamplerSetting = Readonly<z.infer<typeof samplerSetting>>;

export function getSamplerSetting(db: LabDatabase): SamplerSetting {
  const row = db.statement<[], { value: string }>("SELECT value FROM setting WHERE key = 'sampler'").get();
  return row === undefined ? { periodMs: 500 } : samplerSetting.parse(JSON.parse(row.value));
}

export function setSamplerSetting(db: LabDatabase, setting: SamplerSetting): void {
  db.statement<[string]>("INSERT INTO setting (key, value) VALUES ('sampler', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(JSON.stringify(setting));
}
