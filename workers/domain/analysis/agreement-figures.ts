import { outcomeAt } from "../outcome.ts";
import type { Answers } from "../statistics/agreement.ts";
import { chanceCorrected, differingItems, leastAgreeing, meanAgreement, pairwiseAgreement } from "../statistics/agreement.ts";
import type { Cells } from "../statistics/cells.ts";
import { similarityOrder } from "../statistics/similarity-order.ts";
import type { AgreementFigures, AgreementMatrix, AnalysisRun } from "./analysis.ts";

/** Agreement of the runs on correctness, and on predictions where every run has them. */
export function agreementFigures(runs: readonly AnalysisRun[], cells: Cells): AgreementFigures {
  const correctness = agreementMatrix(correctnessOf(cells));
  const said = predictionsOf(runs, cells.items);
  const predictions = said === null ? null : agreementMatrix(said);
  return { predictions, correctness, similarityOrder: similarityOrder((predictions ?? correctness).share) };
}

function agreementMatrix(answers: Answers): AgreementMatrix {
  const share = pairwiseAgreement(answers);
  const least = leastAgreeing(share);
  const corrected = chanceCorrected(answers);
  return {
    share,
    fleissKappa: corrected.fleiss,
    fleissItems: corrected.fleissItems,
    krippendorffAlpha: corrected.krippendorff,
    meanShare: meanAgreement(share),
    mostDifferent: least === null ? null : { ...least, items: differingItems(answers[least.a] ?? [], answers[least.b] ?? []) },
  };
}

function correctnessOf(cells: Cells): Answers {
  return Array.from({ length: cells.rows }, (_, row) =>
    Array.from({ length: cells.items }, (_, item) => {
      const cell = row * cells.items + item;
      return cells.present[cell] === 1 ? (cells.values[cell] ?? 0) : null;
    }),
  );
}

/** Categories start at 0, so that "no readable answer" (−1) is one of them; an error or missing outcome is no answer. */
function predictionsOf(runs: readonly AnalysisRun[], items: number): Answers | null {
  const answers: (number | null)[][] = [];
  for (const run of runs) {
    const said = run.predictions;
    if (said === undefined) return null;
    answers.push(
      Array.from({ length: items }, (_, item) => {
        const outcome = outcomeAt(run.outcomes, item);
        return outcome === "pass" || outcome === "fail" ? (said[item] ?? -1) + 1 : null;
      }),
    );
  }
  return answers.length === 0 ? null : answers;
}
