import { hasJobIn, listRunningJobs, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getSamplerSetting, setSamplerSetting } from "../../database/settings.ts";
import { LabError } from "../../domain/errors.ts";
import type { EngineApi } from "../api.ts";
import type { GpuWatch } from "../gpu/gpu-watch.ts";
import { createMachine } from "./machine.ts";
import { startMachineSampler, type RunningJob } from "./machine-sampler.ts";
import { recordGpus, silenceWords } from "./record-gpus.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { energyTonight } from "./tonight.ts";
import { latestAttempts, traceView } from "./trace.ts";

export type OpenMachineDeps = {
  readonly db: LabDatabase;
  readonly watch: GpuWatch;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
};

/** Everything that reads the machine and keeps what was read. */
export type OpenMachine = { readonly api: EngineApi["machine"]; readonly recorder: Recorder; readonly close: () => void };

/** Longest range that can be asked for at once: a month. */
const longestMs = 31 * 24 * 3_600_000;

export function openMachine({ db, watch, now, later }: OpenMachineDeps): OpenMachine {
  watch.setPeriod(getSamplerSetting(db).periodMs);
  const running = (): readonly RunningJob[] => listRunningJobs(db).flatMap(runningJob);
  const recorder = createRecorder({
    db,
    now,
    later,
    // Who holds the memory while a job waits at the gate belongs to its story, too.
    keep: () => hasJobIn(db, ["running", "gated"]),
    silence: (kind) => (kind === "gpu" ? silenceWords(watch) : "the engine was busy or asleep"),
  });
  const stopRecording = recordGpus(watch, recorder);
  const sampler = startMachineSampler({ recorder, now, later, running, periodMs: watch.periodMs });
  return {
    recorder,
    api: {
      ...createMachine({ watch, now, latest: sampler.latest, running, tonight: energyTonight({ db, recorder, now }) }),
      trace: ({ fromMs, toMs, points, fields }) => {
        if (toMs <= fromMs || toMs - fromMs > longestMs) throw new LabError("bad-input", "A trace is shown from a moment to a later one, at most a month.");
        return traceView({ db, recorder }, { fromMs, toMs, points }, fields);
      },
      attempts: ({ limit, experimentId }) => latestAttempts(db, limit, experimentId),
      setPeriod: ({ periodMs }) => {
        setSamplerSetting(db, { periodMs });
        watch.setPeriod(periodMs);
      },
    },
    close: () => {
      sampler.close();
      stopRecording();
      recorder.close();
    },
  };
}

function runningJob(job: Job): readonly RunningJob[] {
  if (job.process === null) return [];
  return [{ jobId: job.id, name: `${job.arm}${job.seed === null ? "" : `, seed ${job.seed}`}, ${job.kind}`, pid: job.process.pid }];
}
