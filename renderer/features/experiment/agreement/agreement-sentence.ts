import type { Analysis, ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import { plainNumber } from "../../../../workers/domain/analysis/words.ts";

const mostArms = 3;

/** How far any two seeds agree, over all arms with two runs or more. */
export function agreementSentence({ arms, items }: Analysis): string {
  const several = arms.filter((arm) => arm.all.runs.length >= 2);
  if (several.length === 0) return "Agreement needs two scored runs of one arm; there is no such pair.";
  const said = several.slice(0, mostArms).map((arm) => `${arm.name}: ${armText(arm, items)}.`);
  return said.join(" ") + (several.length > mostArms ? ` ${several.length - mostArms} more arms stand below.` : "");
}

/** In items where every run answered every item, else in shares of what each pair answered. */
function armText({ all }: ArmAnalysis, items: number): string {
  const { predictions, correctness } = all.agreement;
  const matrix = predictions ?? correctness;
  const what = predictions === null ? "outcomes" : "predictions";
  const shares = matrix.share.flatMap((row, y) => row.flatMap((share, x) => (x < y && share !== null ? [share] : [])));
  if (shares.length === 0) return "no two seeds answered the same item";
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const opening = all.runs.length === 2 ? "its two seeds agree on" : "any two seeds agree on";
  if (matrix.fleissItems === items) {
    if (least === 1) return `${opening} all ${items} ${what}`;
    const [fewest, mostItems] = [Math.round(least * items), Math.round(most * items)];
    return `${opening} ${fewest === mostItems ? fewest : `${fewest} to ${mostItems}`} of the ${items} ${what}`;
  }
  const [low, high] = [plainNumber(least * 100), plainNumber(most * 100)];
  return `${opening} ${low === high ? low : `${low} to ${high}`} % of the ${what} that both gave`;
}
