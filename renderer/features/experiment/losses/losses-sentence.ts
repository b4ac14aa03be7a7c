import type { Analysis } from "../../../../workers/domain/analysis/analysis.ts";
import { lossScoreSentence } from "../../../../workers/domain/analysis/loss-score-sentence.ts";

const mostArms = 3;

/** What final loss does and does not say about score, arm by arm. */
export function lossesSentence({ arms }: Analysis): string {
  const trained = arms.filter((arm) => arm.all.lossScore.runs > 0);
  if (trained.length === 0) return "No run has both a final training loss and a score, so nothing can be said about one by the other.";
  const more = trained.length > mostArms ? ` ${trained.length - mostArms} more arms stand below.` : "";
  return `${trained.slice(0, mostArms).map(lossScoreSentence).join(" ")}${more}`;
}
