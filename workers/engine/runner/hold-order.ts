import { z } from "zod";

/** What the engine hands to a holder in one line on its standard input; the paths are absolute. */
export const holdOrder = z.strictObject({
  file: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  terminalLog: z.string(),
  /** Where the holder says which process it started, before anything else happens. */
  startedFile: z.string(),
  /** Where the holder says how that process ended; the engine reads it even if it was not there at the time. */
  exitFile: z.string(),
  /** UUID of the GPU the job was given. */
  device: z.string().nullable(),
});
export type HoldOrder = z.infer<typeof holdOrder>;

/** The process a holder started, and the GPU it was given. */
export const heldProcess = z.object({ pid: z.int(), processStart: z.string().nullable(), bootId: z.string().nullable(), device: z.string().nullable() });
export type HeldProcess = z.infer<typeof heldProcess>;

/** How a held process ended: an exit code or the killing signal's number, and how often the kernel's memory killer struck meanwhile. */
export const heldExit = z.object({ exitCode: z.int(), signal: z.int().nullable(), oomKills: z.int().nullable(), atMs: z.number() });
export type HeldExit = z.infer<typeof heldExit>;
