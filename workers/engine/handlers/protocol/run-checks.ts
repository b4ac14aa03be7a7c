import { count, runName } from "./facts.ts";
import type { Check, Facts } from "./facts.ts";

export function repeatsIdentical({ experiment, runs }: Facts): Check {
  const { repeats } = experiment.plan.score;
  if (repeats < 2) return { state: "unknown", sentence: "Every item was asked once only, so nothing says that asking again gives the same answer.", evidence: ["repeats 1"] };
  const compared = runs.filter(({ run }) => run.repeatsIdentical !== null);
  const differing = compared.filter(({ run }) => run.repeatsIdentical === false);
  const evidence = [`${compared.length} of ${runs.length} runs compared, ${repeats} repeats each`, ...differing.map(({ run }) => `${runName(run)}: ${run.repeatsDiffering.join(", ")}`)];
  if (differing.length > 0) return { state: "no", sentence: `In ${count(differing.length, "run")} a repeat gave other bytes for the same item.`, evidence };
  if (compared.length === 0) return { state: "pending", sentence: "No run has been scored twice yet.", evidence };
  return { state: "yes", sentence: `All repeats gave the same bytes in all ${count(compared.length, "run")} that were compared.`, evidence };
}

export function plannedIsFinished({ runs, notices }: Facts): Check {
  const done = runs.filter(({ state }) => state === "done");
  const open = runs.filter(({ state }) => state === "running" || state === "waiting" || state === "held");
  const broken = runs.filter((one) => one.state !== "done" && !open.includes(one));
  const evidence = [...broken.map(({ run, state, jobs }) => `${runName(run)}: ${state}${reason(jobs)}`), ...noticeWords(runs, notices)];
  if (broken.length > 0) return { state: "no", sentence: `${done.length} of ${runs.length} planned runs finished; ${count(broken.length, "is missing", "are missing")} and will not come by itself.`, evidence };
  if (open.length > 0) return { state: "pending", sentence: `${done.length} of ${runs.length} planned runs have finished; ${count(open.length, "is", "are")} still to come.`, evidence };
  return { state: "yes", sentence: `All ${count(runs.length, "planned run")} finished.`, evidence };
}

/** The program offers no way to choose a seed by its loss; what remains is a person setting runs aside. */
export function notPickedByLoss({ analysis, runs }: Facts): Check {
  const aside = runs.filter(({ run }) => run.setAside !== null);
  const correlations = analysis.arms.map(({ name, all }) => {
    const { rho, runs: counted } = all.lossScore;
    return rho.kind === "value" ? `${name}: Spearman's ρ of final loss and score ${rho.value.toFixed(2)} over ${count(counted, "run")}` : `${name}: no rank correlation, ${rho.why}`;
  });
  const evidence = [...correlations, ...aside.map(({ run }) => `${runName(run)} is set aside: ${run.setAside}`)];
  if (aside.length === 0) return { state: "yes", sentence: "Every finished run counts; none was chosen or dropped, by its loss or otherwise.", evidence };
  return { state: "unknown", sentence: `${count(aside.length, "run is", "runs are")} set aside. Every figure is given with and without; whether the loss was the reason, the written reasons must say.`, evidence };
}

const mostNotices = 20;

/** What was odd in a run is part of whether it can count as finished. */
function noticeWords(runs: Facts["runs"], notices: Facts["notices"]): readonly string[] {
  const names = new Map(runs.map(({ run }) => [run.id, runName(run)]));
  const words = notices.slice(0, mostNotices).map((notice) => `${names.get(notice.runId) ?? notice.runId}: ${notice.message}`);
  return notices.length > mostNotices ? [...words, `${notices.length - mostNotices} more notices`] : words;
}

function reason(jobs: Facts["runs"][number]["jobs"]): string {
  const end = jobs.find((job) => job.end !== null && job.end.kind !== "done")?.end;
  return end === undefined || end === null || end.kind === "done" ? "" : `, ${end.message}`;
}
