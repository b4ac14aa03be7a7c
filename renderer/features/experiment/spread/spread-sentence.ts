import type { Analysis, ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import { plainNumber } from "../../../../workers/domain/analysis/words.ts";

/** What the seeds' scores say: how far they spread, and how far a mean must be off to be told from its reference. */
export function spreadSentence(analysis: Analysis): string {
  const scored = analysis.arms.filter((arm) => arm.all.runs.length > 0);
  if (analysis.arms.length === 0) return "Only the base is on this path, so there is nothing that could spread.";
  if (scored.length === 0) return "No run has a score yet, so there is no spread.";
  const said = scored.slice(0, 4).map(armText);
  const more = scored.length > 4 ? ` ${scored.length - 4} more arms stand below.` : "";
  const item = analysis.itemPoints.kind === "value" ? ` One item is worth ${plainNumber(analysis.itemPoints.value, 2)} points.` : "";
  return `${said.join(" ")}${more}${item}`;
}

function armText({ name, all }: ArmAnalysis): string {
  const { spreadPoints, noiseFloorPoints, effect, runs } = all;
  if (spreadPoints.kind === "undefined") return `${name}: the spread is undefined (${spreadPoints.why}).`;
  const opening = `${name}: ${runs.length} scores spread by ${plainNumber(spreadPoints.value)} points (n − 1)`;
  if (noiseFloorPoints.kind === "undefined" || effect.points.kind === "undefined") return `${opening}.`;
  const distance = Math.abs(effect.points.value);
  const verdict = distance > noiseFloorPoints.value ? "beyond" : "within";
  return `${opening}; their mean lies ${plainNumber(distance)} points ${effect.points.value < 0 ? "below" : "above"} the base, ${verdict} the noise floor of ${plainNumber(noiseFloorPoints.value)}.`;
}
