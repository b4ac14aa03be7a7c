import type { Analysis, ArmAnalysis, ArmFigures } from "./analysis.ts";
import { distanceWords, drawsNothing, effectBrackets } from "./effect-clause.ts";
import { plain, strong, type TextPart } from "./text-parts.ts";
import { countWord, countWordFirst, plainNumber, probabilityWords, signedNumber } from "./words.ts";

/** One arm's finding in full: what the seeds do, how far from the base, how many items decide, and what is left out. */
export function armFinding(analysis: Analysis, arm: ArmAnalysis): TextPart[] {
  const figures = arm.all;
  if (figures.runs.length === 0) return [plain(nothingYet(arm))];
  const main = mainSentences(analysis, arm);
  return [...main, ...[missingSeeds(arm), setAsideSentence(arm), leftOutSentence(analysis, figures)].filter((text) => text !== "").map((text) => plain(` ${text}`))];
}

function mainSentences(analysis: Analysis, arm: ArmAnalysis): TextPart[] {
  const figures = arm.all;
  if (analysis.base === null) return withoutBase(arm);
  const { items } = figures.effect;
  if (items.kind === "undefined") return [plain(`Nothing can be compared with the base: ${items.why}.`)];
  if (figures.runs.length === 1) return oneSeed(arm, items.value);
  if (allAsTheBase(figures)) return [plain("Every seed ties with the base, and "), strong("no item"), plain(" comes out differently under any of them.")];
  return [
    plain(`${seedsAgainstBase(figures)} ${subject(arm)} average `),
    strong(distanceWords(items.value, "it")),
    plain(` ${effectBrackets(figures)}, and `),
    ...decidingItems(figures),
    plain("."),
    plain(includesZero(figures) ? " The interval includes zero, so there may be no effect." : ""),
  ];
}

/** No seed flips a single item. */
function allAsTheBase({ classes, effect }: ArmFigures): boolean {
  return effect.level === effect.above + effect.level + effect.below && classes.seedSensitive === 0 && classes.flipsByItem.every((flips) => flips === 0);
}

function nothingYet(arm: ArmAnalysis): string {
  if (arm.planned === 0) return "No run has a score yet.";
  return arm.planned === 1 ? "The one planned seed has no score yet." : `None of the ${countWord(arm.planned)} planned seeds has a score yet.`;
}

function seedsAgainstBase({ effect }: ArmFigures): string {
  const compared = effect.above + effect.level + effect.below;
  if (effect.level === compared) return "Every seed ties with the base.";
  if (effect.above === 0) return "No seed beats the base.";
  if (effect.above === compared) return "Every seed beats the base.";
  return `${countWordFirst(effect.above)} of ${countWord(compared)} seeds ${effect.above === 1 ? "beats" : "beat"} the base.`;
}

function oneSeed(arm: ArmAnalysis, items: number): TextPart[] {
  const run = arm.all.runs[0];
  const points = arm.all.effect.points;
  if (run === undefined || points.kind === "undefined") return [];
  const test = run.mcnemar.p.kind === "value" ? `, exact McNemar ${probabilityWords(run.mcnemar.p.value)}` : "";
  return [
    plain(`One ${arm.noun[0]} scores ${run.score.pass} of ${run.counted}, `),
    strong(distanceWords(items, "the base")),
    plain(` (${signedNumber(points.value)} points${test}). ${oneOnly(arm)}`),
  ];
}

function oneOnly({ all }: ArmAnalysis): string {
  return drawsNothing(all) ? "Nothing in it is drawn by a seed." : "One seed cannot say what another would do.";
}

function withoutBase(arm: ArmAnalysis): TextPart[] {
  const { meanPoints, spreadPoints, runs } = arm.all;
  const opening = plain("The base was not scored on this path, so nothing can be compared with it. ");
  if (meanPoints.kind === "undefined") return [opening, plain(`There is no mean score: ${meanPoints.why}.`)];
  const mean = strong(`${plainNumber(meanPoints.value)} %`);
  if (runs.length === 1) return [opening, plain(`One ${arm.noun[0]} scores `), mean, plain(`. ${oneOnly(arm)}`)];
  const spread = spreadPoints.kind === "value" ? ` (spread ${plainNumber(spreadPoints.value)} points, n − 1)` : "";
  return [opening, plain(`${subject(arm)} average `), mean, plain(`${spread}, and `), ...decidingItems(arm.all), plain(".")];
}

/** Items decide the score only where scores differ. */
function decidingItems({ classes, spreadPoints }: ArmFigures): TextPart[] {
  const one = classes.seedSensitive === 1;
  const verb = spreadPoints.kind === "value" && spreadPoints.value === 0 ? `${one ? "depends" : "depend"} on the seed` : `${one ? "decides" : "decide"} the score`;
  const all = classes.byItem.length;
  if (classes.seedSensitive === 0) return [strong("no item"), plain(" depends on the seed")];
  return [strong(`${classes.seedSensitive} of ${all} ${all === 1 ? "item" : "items"}`), plain(` ${verb}`)];
}

function subject(arm: ArmAnalysis): string {
  return `${countWordFirst(arm.all.runs.length)} ${arm.noun[1]}`;
}

function includesZero({ effect }: ArmFigures): boolean {
  const bounds = effect.theseItems.adjusted;
  return bounds.kind === "interval" && bounds.low <= 0 && bounds.high >= 0;
}

function missingSeeds(arm: ArmAnalysis): string {
  return arm.finished < arm.planned ? `${countWordFirst(arm.finished)} of ${countWord(arm.planned)} planned seeds ${arm.finished === 1 ? "has" : "have"} a score.` : "";
}

function setAsideSentence(arm: ArmAnalysis): string {
  const without = arm.withoutSetAside;
  if (without === null) return "";
  const count = arm.all.runs.filter((run) => run.setAside).length;
  if (count === 0) return "";
  const opening = `${countWordFirst(count)} set-aside ${count === 1 ? "seed is" : "seeds are"} counted here`;
  if (without.runs.length === 0) return `${opening}; without ${count === 1 ? "it" : "them"} nothing is left.`;
  const { items, points } = without.effect;
  if (items.kind === "value" && points.kind === "value") {
    return `${opening}; without ${count === 1 ? "it" : "them"} the mean is ${distanceWords(items.value, "the base")} (${signedNumber(points.value)} points).`;
  }
  const mean = without.meanPoints;
  return mean.kind === "value" ? `${opening}; without ${count === 1 ? "it" : "them"} the mean is ${plainNumber(mean.value)} %.` : `${opening}.`;
}

function leftOutSentence(analysis: Analysis, figures: ArmFigures): string {
  const ofRuns = figures.runs.reduce((sum, run) => sum + run.score.error + run.score.missing, 0);
  const ofBase = (analysis.base?.score.error ?? 0) + (analysis.base?.score.missing ?? 0);
  const count = ofRuns + ofBase;
  if (count === 0) return "";
  const what = `${countWordFirst(count)} ${count === 1 ? "error or missing answer" : "errors or missing answers"}`;
  const treatment = analysis.settings.counting === "exclude" ? (count === 1 ? "is left out" : "are left out") : count === 1 ? "counts as wrong" : "count as wrong";
  return `${what} ${treatment}.`;
}
