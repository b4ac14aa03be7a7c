import type { EveningView } from "../../contract/evening.ts";

type Told = Omit<EveningView, "sentence">;

const dateless = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const counted = new Intl.NumberFormat("en-US");

/** What there is to know of an evening, in a few sentences. */
export function eveningSentence(view: Told): string {
  const { state, plan, progress } = view;
  if (state === "planned") return `It begins at ${dateless.format(plan.fromMs)} and ends at ${dateless.format(plan.untilMs)}; until then its jobs are held.`;
  if (state === "before") return "The commands before it are being run; then the first job starts.";
  const runs = sumOf(view.experiments.map(({ planned }) => planned));
  const done = sumOf(view.experiments.map(({ finished }) => finished));
  const failed = sumOf(view.experiments.map(({ missing }) => missing.length));
  const held = sumOf(view.experiments.map(({ heldBack }) => heldBack));
  const parts = [failed === 0 ? null : `${failed} ${failed === 1 ? "is" : "are"} missing`, held === 0 ? null : `${held} ${held === 1 ? "was" : "were"} held back`].filter((part) => part !== null);
  const when = progress.startedMs === null ? "" : ` between ${dateless.format(progress.startedMs)} and ${progress.endedMs === null ? "now" : dateless.format(progress.endedMs)}`;
  const first = `${done} of ${runs} ${runs === 1 ? "run is" : "runs are"} done${when}${parts.length === 0 ? "" : `; ${parts.join(", ")}`}.`;
  return [first, memoryWords(view), energyWords(view), progress.why].filter((sentence) => sentence !== null).join(" ");
}

function memoryWords({ peaks }: Told): string | null {
  const [first] = peaks.toSorted((left, right) => right.peakMib - left.peakMib);
  return first === undefined ? null : `${peaks.length === 1 ? "The card" : "The fullest card"} peaked at ${counted.format(Math.round(first.peakMib))}${first.totalMib === null ? "" : ` of ${counted.format(first.totalMib)}`} MiB.`;
}

function energyWords({ energyWh, energyCoverage }: Told): string | null {
  if (energyWh === null || energyCoverage === null) return null;
  const amount = energyWh >= 1000 ? `${(energyWh / 1000).toFixed(2)} kWh` : `${energyWh.toFixed(energyWh < 10 ? 2 : 0)} Wh`;
  return `It took ${amount}${energyCoverage >= 0.995 ? "" : `, read over ${Math.round(energyCoverage * 100)} % of the time`}.`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
