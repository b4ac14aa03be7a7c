import type { RunView } from "../../contract/views.ts";
import { assertNever } from "../../domain/assert-never.ts";
import type { Terminal } from "../terminal.ts";
import { duration, oneLine, runName, scoreText } from "../words.ts";

const barWidth = 20;

/** One run as one line: its name, a bar, and where it stands. */
export function runLine(run: RunView, { nameWidth, nowMs, colours }: { readonly nameWidth: number; readonly nowMs: number; readonly colours: Terminal["colours"] }): string {
  const name = runName(run).padEnd(nameWidth);
  return `${name}  ${bar(run)}  ${standing(run, nowMs, colours)}`;
}

/** How far a run is in words, without the bar. */
export function standing(run: RunView, nowMs: number, colours: Terminal["colours"]): string {
  switch (run.state) {
    case "waiting":
      return colours.dim("waiting");
    case "held":
      return colours.yellow("held");
    case "running":
      return runningWords(run, nowMs);
    case "done":
      return run.score === null ? "done" : `${colours.bold(scoreText(run.score.pass, run.score.total))}${errors(run.score.error)}`;
    case "failed":
    case "lost":
    case "cancelled":
      return colours.red(`${run.state}${run.failure === null ? "" : `: ${oneLine(run.failure)}`}`);
    default:
      return assertNever(run.state);
  }
}

function errors(count: number): string {
  return count === 0 ? "" : `, ${count} ${count === 1 ? "error" : "errors"}`;
}

function runningWords(run: RunView, nowMs: number): string {
  const { phase, progress, loss, etaMs } = run;
  const parts = [
    phase ?? "starting",
    progress === null ? null : `${Math.round(progress.done)}/${Math.round(progress.total)} ${progress.unit}`,
    loss === null ? null : `loss ${loss.toFixed(3)}`,
    etaMs === null ? null : `${duration(etaMs - nowMs)} left`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function bar(run: RunView): string {
  const share = shareOf(run);
  const full = Math.round(share * barWidth);
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
}

function shareOf({ state, progress }: RunView): number {
  if (state === "done") return 1;
  if (state !== "running" || progress === null || progress.total === 0) return 0;
  return Math.min(1, progress.done / progress.total);
}
