import type { ExperimentView, RunView } from "../../contract/views.ts";
import type { Terminal } from "../terminal.ts";
import { counted, runName } from "../words.ts";
import { isOpen } from "./is-open.ts";
import { runLine, standing } from "./run-line.ts";

/** Shows an experiment's runs while they go on, and why none is at work. `pause` leaves the screen to a question. */
export type RunDisplay = { readonly show: (view: ExperimentView, why: string | null) => void; readonly pause: (paused: boolean) => void; readonly close: () => void };

const [noWrap, wrap] = ["\u001b[?7l", "\u001b[?7h"];

/** More waiting runs than this are counted instead of listed. */
const mostWaiting = 6;

/** Lines drawn over each other at a terminal; elsewhere one line whenever a run's standing changes. */
export function runDisplay(terminal: Terminal, write: (text: string) => void): RunDisplay {
  return terminal.live ? drawn(terminal, write) : told(terminal, write);
}

function drawn(terminal: Terminal, write: (text: string) => void): RunDisplay {
  let lines = 0;
  let paused = false;
  const clear = (): string => (lines === 0 ? "" : `\u001b[${lines}A\u001b[0J`);
  return {
    show: (view, why) => {
      if (paused) return;
      const { columns, rows } = terminal.size();
      const reasons = why === null ? [] : [terminal.colours.yellow(why)];
      const text = [...experimentLines(view, terminal, rows - 1 - reasons.length), ...reasons];
      // A line that is longer than it looks here (wide letters) must not become two, or the next ones are drawn askew.
      write(`${clear()}${noWrap}${text.map((line) => `${cut(line, columns)}\n`).join("")}${wrap}`);
      lines = text.length;
    },
    pause: (now) => {
      paused = now;
      lines = 0;
    },
    close: () => undefined,
  };
}

/** The lines of an experiment: what has ended, what runs, and the next that wait. Of more than fit, those that ended first are counted. */
export function experimentLines(view: ExperimentView, { colours }: Pick<Terminal, "colours">, most = Infinity): readonly string[] {
  const nameWidth = Math.max(...view.runs.map((run) => runName(run).length), 4);
  const waiting = view.runs.filter((run) => run.state === "waiting");
  const wanted = view.runs.filter((run) => run.state !== "waiting" || waiting.indexOf(run) < mostWaiting);
  const ended = wanted.filter((run) => !isOpen(run));
  const hidden = new Set(ended.slice(0, Math.max(0, wanted.length + otherLines - most)));
  const more = waiting.length - mostWaiting;
  const nowMs = Date.now();
  return [
    ...(hidden.size > 0 ? [colours.dim(`… and ${counted(hidden.size, "run")} that ended before`)] : []),
    ...wanted.filter((run) => !hidden.has(run)).map((run) => runLine(run, { nameWidth, nowMs, colours })),
    ...(more > 0 ? [colours.dim(`… and ${counted(more, "run")} waiting`)] : []),
    `${view.finished} of ${counted(view.planned, "run")} done`,
  ].slice(0, most);
}

/** What is counted before and after the runs, and the sum. */
const otherLines = 3;

function told(terminal: Terminal, write: (text: string) => void): RunDisplay {
  const said = new Map<string, string>();
  let saidWhy: string | null = null;
  return {
    show: (view, why) => {
      if (why !== null && why !== saidWhy) write(`${why}\n`);
      saidWhy = why;
      for (const run of view.runs) {
        const now = milestone(run);
        if (said.get(run.id) === now) continue;
        said.set(run.id, now);
        if (run.state !== "waiting") write(`${runName(run)}: ${run.state === "running" ? now : standing(run, Date.now(), terminal.colours)}\n`);
      }
    },
    pause: () => undefined,
    close: () => undefined,
  };
}

/** What is worth a line in a log: the state, the phase, and every quarter of its work. */
function milestone({ state, phase, progress }: RunView): string {
  if (state !== "running") return state;
  const { done, total } = progress ?? { done: 0, total: 0 };
  const quarter = total === 0 ? 0 : Math.floor((4 * done) / total);
  return `${phase ?? "starting"}${quarter > 0 ? ` ${quarter * 25} %` : ""}`;
}

// Colour codes take no room.
const colourCode = /\u001b\[[0-9;]*m/g;

function cut(line: string, width: number): string {
  if (line.replace(colourCode, "").length <= width) return line;
  let room = width - 1;
  let kept = "";
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    if (part.startsWith("\u001b")) kept += part;
    else {
      kept += part.slice(0, Math.max(0, room));
      room -= part.length;
    }
  }
  return `${kept}…\u001b[0m`;
}
