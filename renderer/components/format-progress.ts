import type { Progress } from "../../workers/contract/views.ts";
import { formatCount } from "./format-count.ts";

const phaseWords: Readonly<Record<string, string>> = {
  load: "loading the model",
  compile: "compiling the prompt",
  train: "training",
  save: "saving",
  score: "scoring",
};

/** `training`, `scoring`: what a job does now, in words. */
export function phaseWord(phase: string | null): string {
  return phase === null ? "starting" : (phaseWords[phase] ?? phase);
}

/** `step 41 of 60`, `12 of 47 items`. */
export function formatProgress(progress: Progress): string {
  const { done, total, unit } = progress;
  if (unit === "steps") return `step ${formatCount(done)}${total > 0 ? ` of ${formatCount(total)}` : ""}`;
  return total > 0 ? `${formatCount(done)} of ${formatCount(total)} ${unit}` : `${formatCount(done)} ${unit}`;
}

/** 0 to 1, or null where the end is unknown. */
export function progressShare(progress: Progress | null): number | null {
  return progress === null || progress.total <= 0 ? null : Math.min(1, progress.done / progress.total);
}
