import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JobEnd } from "../../domain/job.ts";
import type { Job } from "../../database/jobs.ts";
import type { NodeProgram } from "../client/start-engine.ts";
import { followJob, type Following } from "./follow-job.ts";
import { startHolder } from "./hold-job.ts";
import type { HeldExit } from "./hold-order.ts";
import { jobFiles, readStarted } from "./job-files.ts";
import type { LastWord } from "./job-end.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";

/** A job as a process: a program with its arguments, and what it may see of the environment. */
export type JobCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The GPU it was given, noted with the process so that a restarted engine knows it is taken. */
  readonly device: string | null;
};

export type RunnerDeps = {
  readonly lab: string;
  readonly holder: NodeProgram;
  /** Milliseconds of a clock that nobody sets, for how long something has lasted. */
  readonly elapsedMs: () => number;
  readonly readEvents: (runId: string) => void;
  readonly lastWord: (jobId: string) => LastWord | null;
};

export type RunnerEars = {
  /** Stores which process stands for a job; `first` before anything of the job has happened. */
  readonly remember: (jobId: string, identity: ProcessIdentity, first: boolean) => void;
  readonly onEnd: (jobId: string, end: JobEnd) => void;
};

/** What became of a job that an earlier engine started. */
export type Adoption = { readonly kind: "adopted"; readonly device: string | null } | { readonly kind: "never-started" };

/** Starts jobs, keeps up with them, finds them again after a restart, and stops them. */
export type Runner = {
  readonly start: (job: Job, command: JobCommand) => Promise<void>;
  /** Takes up a job that an earlier engine started. */
  readonly adopt: (job: Job) => Adoption;
  /** Asks a running job to stop; `false` where this engine follows no such job. */
  readonly stop: (jobId: string) => boolean;
  /** Stops looking; the jobs run on. */
  readonly close: () => void;
};

export function createRunner(deps: RunnerDeps, ears: RunnerEars): Runner {
  const following = new Map<string, Following>();

  const follow = (job: Job, identity: ProcessIdentity, heldExit: () => HeldExit | null): void => {
    const runFolder = join(deps.lab, job.runFolder);
    following.set(job.id, followJob({ identity, runFolder, files: jobFiles(runFolder, job.id, job.attempt), heldExit }, {
      readEvents: () => deps.readEvents(job.runId),
      lastWord: () => deps.lastWord(job.id),
      onEnd: (end) => {
        following.delete(job.id);
        ears.onEnd(job.id, end);
      },
      elapsedMs: deps.elapsedMs,
    }));
  };

  /** A full disk can keep the holder from noting what it started; then the job's own lines say that it ran. */
  const hasSpoken = (job: Job): boolean => {
    deps.readEvents(job.runId);
    return deps.lastWord(job.id) !== null;
  };

  return {
    start: async (job, command) => {
      const runFolder = join(deps.lab, job.runFolder);
      mkdirSync(join(runFolder, "jobs"), { recursive: true, mode: 0o700 });
      const files = jobFiles(runFolder, job.id, job.attempt);
      const holder = startHolder(deps.holder);
      // From here on a restarted engine knows whom to look for, even if this one dies in the next line.
      rememberOr(holder.dismiss, () => ears.remember(job.id, holder.identity, true));
      const held = await holder.go({
        file: command.file,
        args: [...command.args],
        cwd: runFolder,
        env: { ...command.env },
        terminalLog: files.terminalLog,
        startedFile: files.started,
        exitFile: files.exit,
        device: command.device,
      });
      ears.remember(job.id, held.identity, false);
      follow(job, held.identity, held.exit);
    },
    adopt: (job) => {
      const files = jobFiles(join(deps.lab, job.runFolder), job.id, job.attempt);
      const started = readStarted(files);
      const identity = started ?? job.process;
      if (identity === null || (started === null && !isAlive(identity) && !hasSpoken(job))) return { kind: "never-started" };
      follow(job, identity, () => null);
      return { kind: "adopted", device: started?.device ?? null };
    },
    stop: (jobId) => {
      const found = following.get(jobId);
      found?.stop();
      return found !== undefined;
    },
    close: () => {
      for (const each of following.values()) each.leave();
      following.clear();
    },
  };
}

/** A holder that could not be stored gets no order, and must not wait for one. */
function rememberOr(dismiss: () => void, remember: () => void): void {
  try {
    remember();
  } catch (error) {
    dismiss();
    throw error;
  }
}
