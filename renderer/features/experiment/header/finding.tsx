import type { Analysis } from "../../../../workers/domain/analysis/analysis.ts";
import { findingSentence } from "../../../../workers/domain/analysis/finding-sentence.ts";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { useAnalysis } from "../../../client/hooks/experiment.ts";
import { sentenceOf } from "../../../client/lab-error.ts";
import { Sentence } from "../../../components/sentence.tsx";
import { useReadingOf } from "../../../stores/reading.ts";
import { progressSentence } from "./progress-sentence.ts";

/** The first sentence of the page: what came out, and how far it is where that is not all. */
export function Finding({ view }: { readonly view: ExperimentView }) {
  const alone = view.arms.every((arm) => arm.substrate === "none");
  const scored = view.runs.some((run) => run.score !== null && run.state === "done" && (alone || !isBase(view, run.arm)));
  return scored ? <ScoredFinding view={view} /> : <>{progressSentence(view)}</>;
}

function ScoredFinding({ view }: { readonly view: ExperimentView }) {
  const { data: analysis, error } = useAnalysis(view.id, useReadingOf(view.id));
  const progress = view.finished === view.planned ? "" : progressSentence(view);
  if (analysis === undefined) return <>{progressSentence(view)} {error === null ? "What it says is being worked out." : sentenceOf(error)}</>;
  return (
    <>
      <Sentence parts={findingSentence(analysis, armToName(analysis))} /> {progress}
    </>
  );
}

/** Where one arm alone has several seeds, the sentence is about that arm. */
function armToName({ arms }: Analysis): string | undefined {
  const seeded = arms.filter((arm) => arm.all.runs.length > 1);
  return seeded.length === 1 ? seeded[0]?.name : undefined;
}

function isBase(view: ExperimentView, arm: string): boolean {
  return view.arms.find(({ name }) => name === arm)?.substrate === "none";
}
