import type { Analysis, ArmAnalysis } from "./analysis.ts";
import { armFinding } from "./arm-finding.ts";
import { drawsNothing, effectClause, standingOf, type Standing } from "./effect-clause.ts";
import { plain, strong, tidied, type TextPart } from "./text-parts.ts";
import { countWordFirst, plainNumber } from "./words.ts";

/**
 * The page's opening in plain words: one arm in full (the one named, or the only one), several arms in short.
 * Every number in it is taken from the analysis, with all runs in it whether set aside or not.
 */
export function findingSentence(analysis: Analysis, armName?: string): TextPart[] {
  if (analysis.items === 0) return [plain("There are no items to score.")];
  return tidied([...comparedHere(analysis, armName), plain(elsewhereSentence(analysis))]);
}

/** " Not compared here, because …: q8 (peft/nf4)."; empty where every arm is on the path that is analysed. */
function elsewhereSentence({ elsewhere, path }: Analysis): string {
  if (elsewhere.length === 0) return "";
  const named = elsewhere.slice(0, 3).map((one) => `${one.arm} (${one.path})`).join(", ");
  const more = elsewhere.length > 3 ? ` and ${elsewhere.length - 3} more` : "";
  return ` This is ${path ?? "one path"} only; not compared with it: ${named}${more}.`;
}

function comparedHere(analysis: Analysis, armName: string | undefined): TextPart[] {
  const named = armName === undefined ? undefined : analysis.arms.find((arm) => arm.name === armName);
  const only = analysis.arms.length === 1 ? analysis.arms[0] : undefined;
  const arm = named ?? only;
  return arm === undefined ? severalArms(analysis) : armFinding(analysis, arm);
}

function severalArms(analysis: Analysis): TextPart[] {
  const { base } = analysis;
  if (analysis.arms.length === 0 && base !== null) return [plain("The base passes "), strong(`${base.score.pass} of ${base.counted} items`), plain("; no other arm is compared with it.")];
  const scored = analysis.arms.filter((arm) => arm.all.runs.length > 0);
  const waiting = analysis.arms.length - scored.length;
  if (scored.length === 0) return [plain("No run has a score yet.")];
  const rest = waiting === 0 ? "" : ` ${countWordFirst(waiting)} ${waiting === 1 ? "arm has" : "arms have"} no score yet.`;
  if (analysis.base === null) return [...withoutBase(scored), plain(rest)];
  return [...(scored.length <= 3 ? eachArm(scored) : verdicts(scored)), plain(rest)];
}

function withoutBase(arms: readonly ArmAnalysis[]): TextPart[] {
  const means = arms.flatMap((arm) => (arm.all.meanPoints.kind === "value" ? [arm.all.meanPoints.value] : []));
  const opening = plain("The base was not scored on this path, so nothing can be compared with it.");
  if (means.length === 0) return [opening];
  if (means.length === 1) return [opening, plain(" One arm has a mean score: "), strong(`${plainNumber(Math.max(...means))} %`), plain(".")];
  const range = `${plainNumber(Math.min(...means))} to ${plainNumber(Math.max(...means))} %`;
  return [opening, plain(` The mean scores of ${means.length} arms run from `), strong(range), plain(".")];
}

function eachArm(arms: readonly ArmAnalysis[]): TextPart[] {
  return [
    plain("Against the base, "),
    ...arms.flatMap((arm, index) => [plain(index === 0 ? "" : "; "), strong(arm.name), plain(" "), ...effectClause(arm.all)]),
    plain("."),
  ];
}

function verdicts(arms: readonly ArmAnalysis[]): TextPart[] {
  const standing = (wanted: Standing): readonly ArmAnalysis[] => arms.filter((arm) => standingOf(arm.all) === wanted);
  const [above, below, level, oneSeed] = [standing("above"), standing("below"), standing("level"), standing("one seed")];
  const single = oneSeed.length === 0 ? "" : `; ${oneSeed.length} ${oneSeed.length === 1 ? "has" : "have"} one seed, which cannot say what another would do`;
  const fixed = arms.some((arm) => drawsNothing(arm.all)) ? ", over other items where nothing is drawn" : "";
  return [
    plain(`Of ${arms.length} arms, `),
    strong(`${above.length === 0 ? "none is" : `${above.length} ${above.length === 1 ? "is" : "are"}`} above the base`),
    plain(`${namesOf(above)}, `),
    strong(`${below.length === 0 ? "none" : below.length} below it`),
    plain(`${namesOf(below)} and ${level.length === 0 ? "none" : level.length} cannot be told from it${single} (95 % intervals over the seeds on these items${fixed}, each arm by itself).`),
  ];
}

function namesOf(arms: readonly ArmAnalysis[]): string {
  if (arms.length === 0) return "";
  const names = arms.slice(0, 3).map((arm) => arm.name).join(", ");
  return ` (${names}${arms.length > 3 ? ` and ${arms.length - 3} more` : ""})`;
}
