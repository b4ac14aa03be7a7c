import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lockFile } from "../../database/open.ts";
import { errorCode } from "../error-code.ts";
import { isAlive, type ProcessIdentity } from "../runner/process-identity.ts";

/** A card that a job has: of which lab, and the process that stands for it. */
const reservation = z.object({ lab: z.string(), pid: z.int(), processStart: z.string().nullable(), bootId: z.string().nullable() });
type Reservation = z.infer<typeof reservation>;

/**
 * Which GPUs have been given to a job of any of this user's labs. Two labs see the same free memory for the seconds that a
 * job takes to fill it, and both would start: whoever takes the card first has it until its job's process is gone.
 */
export type Reservations = {
  /** The lab whose job has the card, or null where none has it. */
  readonly takenBy: (uuid: string) => string | null;
  /** Takes a card for a process; false where another lab was quicker. */
  readonly take: (uuid: string, identity: ProcessIdentity) => boolean;
  readonly release: (uuid: string) => void;
};

export function reservationsIn(folder: string, lab: string): Reservations {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (uuid: string): string => join(folder, `${uuid.replace(/[^0-9A-Za-z-]/g, "_")}.json`);
  const otherOf = (uuid: string): Reservation | null => {
    const found = read(fileOf(uuid));
    return found === null || found.lab === lab || !isAlive(found) ? null : found;
  };
  return {
    takenBy: (uuid) => otherOf(uuid)?.lab ?? null,
    take: (uuid, { pid, processStart, bootId }) => {
      const write = (): void => {
        writeFileSync(`${fileOf(uuid)}.part`, JSON.stringify({ lab, pid, processStart, bootId } satisfies Reservation), { mode: 0o600 });
        renameSync(`${fileOf(uuid)}.part`, fileOf(uuid));
      };
      const own = read(fileOf(uuid));
      if (own !== null && own.lab === lab && isAlive(own)) {
        // Nobody else may take it now, so that a new process can stand for it without asking.
        write();
        return true;
      }
      // Looking and writing must be one step for all engines; one that finds the lock taken looks again a second later.
      const lock = lockFile(join(folder, "gpus.lock"));
      if (lock === null) return false;
      try {
        if (otherOf(uuid) !== null) return false;
        write();
        return true;
      } finally {
        lock.release();
      }
    },
    release: (uuid) => {
      if (read(fileOf(uuid))?.lab === lab) rmSync(fileOf(uuid), { force: true });
    },
  };
}

function read(path: string): Reservation | null {
  try {
    const parsed = reservation.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
