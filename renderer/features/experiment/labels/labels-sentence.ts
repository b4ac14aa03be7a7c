import type { Analysis, ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import { unstableSentence } from "../../../../workers/domain/analysis/unstable-sentence.ts";

/** Which labels the seeds move between. */
export function labelsSentence({ arms }: Analysis): string {
  const scored = arms.filter((arm) => arm.all.runs.length > 0);
  if (arms.length === 0) return "Only the base is on this path, so there is no run whose predictions could move.";
  if (scored.length === 0) return "No run has a score yet, so no prediction can have moved.";
  const known = scored.filter((arm) => arm.all.labels !== null);
  if (known.length === 0) return "These runs have outcomes but no predictions, so where predictions move is undefined.";
  const said = known.flatMap(({ name, all }) => {
    const unstable = unstableSentence(all);
    return unstable === null ? [] : [known.length > 1 ? `${name}: ${unstable.charAt(0).toLowerCase()}${unstable.slice(1)}` : unstable];
  });
  return said.length === 0 ? whyNone(known) : said.slice(0, 4).join(" ");
}

function whyNone(arms: readonly ArmAnalysis[]): string {
  const cells = arms.flatMap((arm) => arm.all.labels?.confusion ?? []);
  if (cells.length > 0 && cells.every((cell) => cell.predicted < 0)) return "No run gave a readable answer, so there is no prediction that could move.";
  if (arms.every((arm) => arm.all.classes.seeds < 2)) return "One seed cannot tell a coin flip from a reliable change; below is where its predictions move.";
  if (arms.every((arm) => !arm.all.classes.withBase)) return "Without a base on this path no item can be called a coin flip; below is what the runs say against gold.";
  return "No coin flip moves between two labels.";
}
