import type { Analysis } from "../../../../workers/domain/analysis/analysis.ts";

/** How far any two seeds agree, in items, over all arms with two runs or more. */
export function agreementSentence({ arms, items }: Analysis): string {
  const several = arms.filter((arm) => arm.all.runs.length >= 2);
  if (several.length === 0) return "Agreement needs two scored runs of one arm; there is no such pair.";
  const said = several.slice(0, 3).map(({ name, all }) => {
    const matrix = all.agreement.predictions ?? all.agreement.correctness;
    const shares = matrix.share.flatMap((row, y) => row.flatMap((share, x) => (x < y && share !== null ? [Math.round(share * items)] : [])));
    const what = all.agreement.predictions === null ? "outcomes" : "predictions";
    if (shares.length === 0) return `${name}: no two seeds answered the same item.`;
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    return least === most ? `${name}: any two seeds agree on ${least} of the ${items} ${what}.` : `${name}: any two seeds agree on ${least} to ${most} of the ${items} ${what}.`;
  });
  return said.join(" ") + (several.length > 3 ? ` ${several.length - 3} more arms stand below.` : "");
}
