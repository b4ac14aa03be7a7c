import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ProtocolCheck, ProtocolView } from "../../../contract/views.ts";
import { listArtifacts } from "../../../database/artifacts.ts";
import { listArms } from "../../../database/experiments.ts";
import { listJobsOfExperiment } from "../../../database/jobs.ts";
import type { Job } from "../../../database/jobs.ts";
import { listNotices } from "../../../database/notices.ts";
import { listRuns } from "../../../database/runs.ts";
import { jsonOrNull } from "../../../domain/json-or-null.ts";
import { runStateOf } from "../../../domain/job.ts";
import { analyse } from "../analysis.ts";
import type { HandlerContext } from "../context.ts";
import { deviationOf } from "../deviation.ts";
import { foundExperiment, foundTask } from "../found.ts";
import { jobsByRun } from "../jobs-by-run.ts";
import { skillsView } from "../skills.ts";
import { baseOnSamePath, enoughSeeds, fileUnchanged, greedy, noLeak, sameTask, scalesReadBack } from "./design-checks.ts";
import type { Check, Facts } from "./facts.ts";
import { intervalWithoutZero, largeEnough } from "./figure-checks.ts";
import { notPickedByLoss, plannedIsFinished, repeatsIdentical } from "./run-checks.ts";
import { sameSeedPairs } from "./same-seed.ts";
import { sameSeedTwice, textsApart, validationUse } from "./substrate-checks.ts";

const checks: readonly { readonly key: string; readonly title: string; readonly judge: (facts: Facts) => Check }[] = [
  { key: "seeds", title: "At least three seeds", judge: enoughSeeds },
  { key: "base-path", title: "Base scored through the same path", judge: baseOnSamePath },
  { key: "task", title: "Same task everywhere", judge: sameTask },
  { key: "leak", title: "No test item in the training set", judge: noLeak },
  { key: "greedy", title: "Decoding is greedy", judge: greedy },
  { key: "repeats", title: "Scoring again gives the same bytes", judge: repeatsIdentical },
  { key: "same-seed", title: "The same seed gives the same result", judge: sameSeedTwice },
  { key: "texts", title: "Every written text is a draw of its own", judge: textsApart },
  { key: "scales", title: "Adapter scales read back", judge: scalesReadBack },
  { key: "validation", title: "What the validation items were used for", judge: validationUse },
  { key: "loss", title: "Nobody picked a seed by its loss", judge: notPickedByLoss },
  { key: "finished", title: "Every planned run finished", judge: plannedIsFinished },
  { key: "file", title: "Experiment file unchanged since it was frozen", judge: fileUnchanged },
  { key: "zero", title: "The interval leaves out zero", judge: intervalWithoutZero },
  { key: "design", title: "The effect is one this design could have seen", judge: largeEnough },
];

/** The checks that make an experiment a result, each with what it rests on. */
export async function protocolView(context: HandlerContext, id: string): Promise<ProtocolView> {
  const facts = await gather(context, id);
  return { checks: checks.map(({ key, title, judge }): ProtocolCheck => ({ key, title, ...judge(facts) })) };
}

async function gather(context: HandlerContext, id: string): Promise<Facts> {
  const { db, lab } = context;
  const analysis = await analyse(context, { id, counting: "exclude", reliableShare: 0.8, path: null }, new AbortController().signal);
  const experiment = foundExperiment(db, id);
  const jobs = listJobsOfExperiment(db, id);
  const byRun = jobsByRun(jobs);
  return {
    experiment,
    task: foundTask(db, experiment.taskHash),
    arms: listArms(db, id),
    runs: listRuns(db, id).map((run) => ({ run, jobs: byRun.get(run.id) ?? [], state: runStateOf((byRun.get(run.id) ?? []).map((job) => job.state)) })),
    notices: listNotices(db, id),
    analysis,
    deviation: deviationOf(lab, experiment),
    artifactEpochs: new Map([...listArtifacts(db, id)].map(([number, artifacts]) => [number, artifacts.find(({ role }) => role === "adapter" || role === "prefix")?.epoch ?? null])),
    skills: skillsView(context, id),
    sameSeeds: sameSeedPairs(context, id),
    toldTaskHashes: new Map(jobs.filter((job) => job.startedMs !== null).map((job) => [job.id, toldTaskHash(lab, job)])),
  };
}

const told = z.object({ taskHash: z.string() });

/** The specification is what the job really read; it lies in the run folder. */
function toldTaskHash(lab: string, job: Job): string | null {
  const path = join(lab, job.runFolder, "jobs", `${job.id}.json`);
  if (!existsSync(path)) return null;
  const read = told.safeParse(jsonOrNull(readFileSync(path, "utf8")));
  return read.success ? read.data.taskHash : null;
}
