import type { EveningRow, EveningView } from "../../contract/evening.ts";
import { listAttemptsWithin } from "../../database/attempts.ts";
import { getEvening, listEvenings } from "../../database/evenings.ts";
import { getExperiment } from "../../database/experiments.ts";
import { listJobsOfExperiment, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { listRuns } from "../../database/runs.ts";
import { listTraceBlocks, listTraceSources } from "../../database/traces.ts";
import { LabError } from "../../domain/errors.ts";
import { runStateOf } from "../../domain/job.ts";
import { energyOf, type Span } from "../../domain/trace/energy.ts";
import { peakOf } from "../../domain/trace/reduce.ts";
import { jobsByRun } from "../handlers/jobs-by-run.ts";
import { powerOf } from "../machine/run-energy.ts";
import { attemptViews } from "../machine/trace.ts";
import { eveningSentence } from "./evening-sentence.ts";
import { eveningOf, type Evening } from "./read-evening.ts";

const listed = 30;

export function eveningRows(db: LabDatabase): readonly EveningRow[] {
  return listEvenings(db, listed).map(eveningOf).map(({ id, state, plan, progress }) => ({
    id, state, fromMs: plan.fromMs, untilMs: plan.untilMs, startedMs: progress.startedMs, endedMs: progress.endedMs,
    experiments: plan.experiments.map((experiment) => getExperiment(db, experiment)?.name ?? experiment),
  }));
}

/** How an evening went, or goes. */
export function eveningView(db: LabDatabase, id: string, nowMs: number): EveningView {
  const stored = getEvening(db, id);
  if (stored === null) throw new LabError("not-found", `There is no evening ${id}.`);
  const evening = eveningOf(stored);
  const span: Span = { fromMs: evening.progress.startedMs ?? nowMs, toMs: evening.progress.endedMs ?? nowMs };
  const ran = evening.progress.startedMs === null ? [] : listAttemptsWithin(db, span).filter(({ experimentId }) => evening.plan.experiments.includes(experimentId));
  const attempts = attemptViews(db, ran).map((attempt) => {
    const energy = attempt.endedMs === null ? null : energyOf(powerOf(db, attempt), [{ fromMs: attempt.startedMs, toMs: attempt.endedMs }]);
    return { ...attempt, energyWh: energy?.wattHours ?? null, energyCoverage: energy?.coverage ?? null };
  });
  const cards = evening.progress.startedMs === null ? [] : cardsIn(db, span);
  const known = cards.filter(({ energy }) => energy !== null);
  const view = {
    id,
    state: evening.state,
    plan: evening.plan,
    progress: evening.progress,
    experiments: evening.plan.experiments.map((experiment) => experimentPart(db, experiment, evening)),
    attempts,
    peaks: cards.flatMap(({ key, name, totalMib, peakMib }) => (peakMib === null ? [] : [{ device: key, name, peakMib, totalMib }])),
    energyWh: known.length === 0 ? null : known.reduce((sum, { energy }) => sum + (energy?.wattHours ?? 0), 0),
    energyCoverage: known.length === 0 ? null : cards.reduce((sum, { energy }) => sum + (energy?.coverage ?? 0), 0) / cards.length,
  };
  return { ...view, sentence: eveningSentence(view) };
}

function cardsIn(db: LabDatabase, span: Span) {
  return listTraceSources(db, span).filter(({ kind }) => kind === "gpu").map((source) => {
    const blocks = listTraceBlocks(db, source.number, { ...span, fields: ["usedMib", "powerWatts"] });
    return { ...source, peakMib: peakOf(blocks, "usedMib", span), energy: energyOf(blocks, [span]) };
  });
}

function experimentPart(db: LabDatabase, id: string, { progress }: Evening): EveningView["experiments"][number] {
  const jobs = jobsByRun(listJobsOfExperiment(db, id));
  const runs = listRuns(db, id).map((run) => ({ run, jobs: jobs.get(run.id) ?? [] }));
  const states = runs.map(({ jobs: own }) => runStateOf(own.map(({ state }) => state)));
  return {
    id,
    name: getExperiment(db, id)?.name ?? id,
    planned: runs.length,
    finished: states.filter((state) => state === "done").length,
    heldBack: runs.filter(({ jobs: own }) => own.some((job) => job.state === "held" && progress.held.includes(job.id))).length,
    missing: runs.flatMap(({ run, jobs: own }, index) => {
      const state = states[index];
      return state === "failed" || state === "lost" || state === "cancelled" ? [{ arm: run.arm, seed: run.seed, why: whyOf(own) }] : [];
    }),
  };
}

/** The end of the job that broke the run, before those that were cancelled because of it. */
function whyOf(jobs: readonly Job[]): string {
  const broken = (["failed", "lost", "cancelled"] as const).map((state) => jobs.find((job) => job.state === state)).find((job) => job !== undefined);
  const end = broken?.end ?? null;
  return broken === undefined || end === null || end.kind === "done" ? "nobody knows why" : `${broken.kind}: ${end.message}`;
}
