import { onTestFinished } from "vitest";
import { listJobsOfExperiment } from "../../../workers/database/jobs.ts";
import { gpuGate } from "../../../workers/engine/gpu/gpu-gate.ts";
import { watchGpus } from "../../../workers/engine/gpu/gpu-watch.ts";
import { createEvenings, type Evenings } from "../../../workers/engine/evening/evenings.ts";
import type { CommandEnd } from "../../../workers/engine/evening/run-command.ts";
import { attemptLog } from "../../../workers/engine/machine/attempt-log.ts";
import { recordGpus } from "../../../workers/engine/machine/record-gpus.ts";
import { createRecorder } from "../../../workers/engine/machine/recorder.ts";
import { createQueue, type Queue } from "../../../workers/engine/queue/queue.ts";
import { usualDurations } from "../../../workers/engine/queue/usual-duration.ts";
import type { RunnerEars } from "../../../workers/engine/runner/create-runner.ts";
import { identify } from "../../../workers/engine/runner/process-identity.ts";
import type { JobEnd } from "../../../workers/domain/job.ts";
import { simulatedTime, standInSmi } from "../gpu/simulated-time.ts";
import { smiRow } from "../gpu/smi-row-text.ts";
import type { TestLab } from "../lab-fixture.ts";

const totalMib = 24_576;
const uuid = "GPU-3090";

/** How a simulated job of a kind goes: for how long, how much of the card it fills, and how it ends with so much free at its start. */
export type SimulatedJob = { readonly seconds: number; readonly takesMib: number; readonly end: (freeMib: number) => JobEnd };

export type MachineScript = {
  readonly jobs: Readonly<Record<"train" | "score", SimulatedJob>>;
  /** What a command around the evening does to the machine. */
  readonly command: (line: readonly string[], machine: { desktopMib: number }) => CommandEnd;
};

/** A lab's real queue, gate, sampler, recorder and evenings over one card, with time, jobs and nvidia-smi simulated. */
export function simulatedMachine(lab: TestLab, script: MachineScript) {
  const time = simulatedTime();
  const machine = { desktopMib: 3_900, jobMib: 0 };
  const usedMib = (): number => 100 + machine.desktopMib + machine.jobMib;
  const starts: { readonly jobId: string; readonly atMs: number; readonly freeMib: number }[] = [];
  const say = (take: (line: string) => void): void => take(smiRow({ uuid, usedMib: String(usedMib()), freeMib: String(totalMib - usedMib()), powerWatts: machine.jobMib > 0 ? "340" : "30" }));
  const smi = standInSmi(time, ({ args, ears }) => {
    if (!args.includes("-q")) say(ears.onLine);
    if (!args.includes("-lms")) return ears.onEnd({ exitCode: 0, stdout: "", stderr: "" });
    const tick = (): void => {
      say(ears.onLine);
      time.later(500, tick);
    };
    time.later(500, tick);
  });
  const watch = watchGpus({ run: smi.run, now: time.now, later: time.later });
  const recorder = createRecorder({ db: lab.db, now: time.now, later: time.later, keep: () => true, silence: () => "nothing" });
  const stop = recordGpus(watch, recorder);
  const commands: string[][] = [];

  const startJob = (ears: RunnerEars, job: { readonly id: string; readonly kind: string }): void => {
    const { seconds, takesMib, end } = script.jobs[job.kind === "train" ? "train" : "score"];
    const freeMib = totalMib - usedMib();
    starts.push({ jobId: job.id, atMs: time.now(), freeMib });
    ears.remember(job.id, self, true);
    ears.remember(job.id, self, false);
    const how = end(freeMib);
    // Memory fills over nine seconds and is given back two seconds after the process is gone.
    time.later(9_000, () => {
      machine.jobMib = Math.min(takesMib, totalMib - 100 - machine.desktopMib);
    });
    time.later(how.kind === "done" ? seconds * 1000 : 10_000, () => {
      ears.onEnd(job.id, how);
      time.later(2_000, () => {
        machine.jobMib = 0;
      });
    });
  };
  const queue: Queue = createQueue({
    db: lab.db,
    attempts: attemptLog({ db: lab.db, now: time.now, watch, recorder }),
    runner: (ears) => ({
      start: (job) => {
        startJob(ears, job);
        return Promise.resolve();
      },
      adopt: () => ({ kind: "never-started" }),
      stop: () => true,
      close: () => undefined,
    }),
    gate: gpuGate(watch, time.now, { takenBy: () => null, take: () => true, release: () => undefined }),
    prepare: () => ({ file: "python", args: [], env: {}, device: uuid }),
    publish: () => undefined,
    now: time.now,
    later: time.later,
  });
  const evenings: Evenings = createEvenings({
    db: lab.db, now: time.now, later: time.later, newId: () => "one", publish: () => undefined, queue,
    // Answered at once, so that simulated time need not wait for a real turn.
    runCommand: ({ file, args }) => {
      commands.push([file, ...args]);
      return Promise.resolve(script.command([file, ...args], machine));
    },
    usual: () => usualDurations(lab.db, [], time.now()),
  });
  onTestFinished(() => {
    evenings.close();
    queue.close();
    stop();
    recorder.close();
    watch.close();
  });
  /** Lets time pass in pieces, with room for promises in between. */
  const pass = async (seconds: number, until: () => boolean = () => false): Promise<void> => {
    for (let left = seconds; left > 0 && !until(); left -= 2) {
      time.pass(2_000);
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const states = (experimentId: string): readonly string[] => listJobsOfExperiment(lab.db, experimentId).map(({ state }) => state);
  return { time, machine, queue, evenings, starts, commands, pass, states, recorder };
}

const self = identify(process.pid) ?? { pid: process.pid, processStart: null, bootId: null };
