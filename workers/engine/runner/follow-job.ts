import { existsSync } from "node:fs";
import { LabError } from "../../domain/errors.ts";
import type { JobEnd } from "../../domain/job.ts";
import type { HeldExit } from "./hold-order.ts";
import { jobEndOf, type LastWord } from "./job-end.ts";
import { readExit, type JobFiles } from "./job-files.ts";
import { readLastLines } from "./last-lines.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";
import { signalGroup, stopJob } from "./stop-job.ts";
import { watchFolder } from "./watch-file.ts";

/** A job that runs, with where to look for its news. */
export type RunningJob = {
  readonly identity: ProcessIdentity;
  readonly runFolder: string;
  readonly files: JobFiles;
  /** What the holder's pipe said, where this engine started the job. */
  readonly heldExit: () => HeldExit | null;
};

export type FollowRim = {
  /** Takes new lines of `events.jsonl` into the database. */
  readonly readEvents: () => void;
  readonly lastWord: () => LastWord | null;
  readonly onEnd: (end: JobEnd) => void;
  /** Milliseconds of a clock that nobody sets: were it set back, a job that is gone would be waited for. */
  readonly elapsedMs: () => number;
};

/** Keeps up with a job until it is gone; `leave` stops looking and lets it run on. */
export type Following = { readonly stop: () => void; readonly leave: () => void };

/** The holder writes down the exit within milliseconds; without one nobody will. */
const exitGraceMs = 1_500;
/** A job that has said its last word but does not leave (a driver that hangs while it is put away). */
const leaveGraceMs = 20_000;

export function followJob(job: RunningJob, rim: FollowRim): Following {
  let goneSince: number | null = null;
  let saidLastWordAt: number | null = null;
  let stopped = false;
  let over = false;
  let trouble = "";
  let callOffStop: () => void = () => undefined;

  const finish = (exit: HeldExit | null): void => {
    rim.readEvents();
    rim.onEnd(jobEndOf({ lastWord: rim.lastWord(), exit, stopped, lastOutput: readOutput(job.files) }));
    leave();
  };
  // A database that cannot be written for a while (a full disk) costs a look, not the job: the next look tries again.
  const look = (): void => {
    if (over) return;
    try {
      lookOnce();
      trouble = "";
    } catch (error) {
      const said = error instanceof LabError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (said !== trouble) console.error(`${job.runFolder}: ${said}`);
      trouble = said;
    }
  };
  const lookOnce = (): void => {
    rim.readEvents();
    const exit = job.heldExit() ?? readExit(job.files);
    if (exit !== null) return finish(exit);
    if (isAlive(job.identity)) return hurry();
    goneSince ??= rim.elapsedMs();
    if (rim.elapsedMs() - goneSince > exitGraceMs) finish(null);
  };
  const hurry = (): void => {
    if (rim.lastWord() === null) return;
    saidLastWordAt ??= rim.elapsedMs();
    if (rim.elapsedMs() - saidLastWordAt > leaveGraceMs) signalGroup(job.identity, "SIGKILL");
  };
  const unwatch = watchFolder(job.runFolder, look);
  const leave = (): void => {
    over = true;
    unwatch();
    callOffStop();
  };
  return {
    leave,
    stop: () => {
      if (stopped || over) return;
      stopped = true;
      callOffStop = stopJob(job.identity, { later, signal: signalGroup });
    },
  };
}

function readOutput({ terminalLog }: JobFiles): string {
  return existsSync(terminalLog) ? readLastLines(terminalLog) : "";
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
