import { freemem, loadavg, totalmem } from "node:os";
import { jobTrees } from "./job-trees.ts";
import { readProcessorTime, type ProcessorTime } from "./processor-time.ts";
import type { Recorder, Reading } from "./recorder.ts";

/** A job that has a process, by its name and the session it leads. */
export type RunningJob = { readonly jobId: string; readonly name: string; readonly pid: number };

/** The machine without its GPUs at one moment; `cpuPercent` 100 per busy core, null at the first look. */
export type MachineReading = {
  readonly atMs: number;
  readonly totalMib: number;
  readonly freeMib: number;
  readonly load1: number;
  readonly cpuPercent: number | null;
  readonly jobs: readonly { readonly jobId: string; readonly rssMib: number; readonly cpuPercent: number | null }[];
};

export type MachineSamplerDeps = {
  readonly recorder: Pick<Recorder, "add">;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
  readonly running: () => readonly RunningJob[];
  readonly periodMs: () => number;
};

export type MachineSampler = { readonly latest: () => MachineReading; readonly close: () => void };

const mib = 1024 * 1024;
const fastestMs = 1_000;

/** Reads load, memory and the jobs' process trees once a second (or at the slower beat that was asked for). */
export function startMachineSampler({ recorder, now, later, running, periodMs }: MachineSamplerDeps): MachineSampler {
  const trees = jobTrees();
  let before: { readonly atMs: number; readonly time: ProcessorTime; readonly jobs: ReadonlyMap<string, number> } | null = null;
  let callOff: () => void = () => undefined;

  const look = (): MachineReading => {
    const atMs = now();
    const time = readProcessorTime();
    const jobs = running();
    const usages = trees.read(jobs.map(({ pid }) => pid), atMs);
    const seconds = before === null ? 0 : (atMs - before.atMs) / 1000;
    const share = (current: number, earlier: number | undefined): number | null =>
      earlier === undefined || seconds <= 0 ? null : Math.max(0, Math.round((100 * (current - earlier)) / seconds));
    const readJobs = jobs.flatMap(({ jobId, name, pid }) => {
      const usage = usages.get(pid);
      return usage === undefined ? [] : [{ jobId, name, rssMib: Math.round(usage.rssMib), cpuSeconds: usage.cpuSeconds, cpuPercent: share(usage.cpuSeconds, before?.jobs.get(jobId)) }];
    });
    const reading = {
      atMs,
      totalMib: Math.round(totalmem() / mib),
      freeMib: Math.round(freemem() / mib),
      load1: Math.round((loadavg()[0] ?? 0) * 100) / 100,
      cpuPercent: share(time.busy, before?.time.busy),
      jobs: readJobs.map(({ jobId, rssMib, cpuPercent }) => ({ jobId, rssMib, cpuPercent })),
    };
    before = { atMs, time, jobs: new Map(readJobs.map(({ jobId, cpuSeconds }) => [jobId, cpuSeconds])) };
    keep(recorder, reading, { beatMs: beatMs(), names: new Map(readJobs.map(({ jobId, name }) => [jobId, name])) });
    return reading;
  };
  const beatMs = (): number => Math.max(fastestMs, periodMs());

  let latest = look();
  const beat = (): void => {
    latest = look();
    callOff = later(beatMs(), beat);
  };
  callOff = later(beatMs(), beat);
  return { latest: () => latest, close: () => callOff() };
}

function keep(recorder: Pick<Recorder, "add">, reading: MachineReading, { beatMs, names }: { readonly beatMs: number; readonly names: ReadonlyMap<string, string> }): void {
  const { atMs, totalMib } = reading;
  const first = { missing: "a share needs two looks" };
  const of = (values: Reading["values"]): Reading => ({ atMs, periodMs: beatMs, values });
  recorder.add(
    { kind: "machine", key: "machine", name: "this machine", totalMib, powerKind: null },
    of({ freeMib: reading.freeMib, load: reading.load1, cpuPercent: reading.cpuPercent ?? first }),
  );
  for (const job of reading.jobs) {
    recorder.add({ kind: "job", key: job.jobId, name: names.get(job.jobId) ?? job.jobId, totalMib, powerKind: null }, of({ rssMib: job.rssMib, cpuPercent: job.cpuPercent ?? first }));
  }
}
