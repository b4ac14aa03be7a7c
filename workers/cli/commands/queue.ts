import Table from "cli-table3";
import type { JobView, QueueView } from "../../contract/views.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import { plainStyle, tableText } from "../tables/table-style.ts";
import type { Terminal } from "../terminal.ts";
import { counted, duration, runName } from "../words.ts";

const waitingShown = 30;

/** `flipbook queue`: what runs, what waits and why. */
export function queueCommand(options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async ({ engine: { api }, terminal, json }) => {
    const view = await api.queue.list.query();
    if (json) printJson(terminal, view);
    else terminal.out(queueText(view, terminal.colours));
    return exitCodes.ok;
  });
}

function queueText(view: QueueView, colours: Terminal["colours"]): string {
  const open = [...view.running, ...view.waiting.slice(0, waitingShown)];
  if (open.length === 0) return "Nothing runs and nothing waits.\n";
  const table = new Table({ head: ["job", "experiment", "run", "state", ""], ...plainStyle(colours) });
  for (const job of open) table.push([`${job.id} ${job.kind}`, job.experimentName, runName(job), job.state, standing(job)]);
  const more = view.waiting.length - waitingShown;
  const notes = [
    more > 0 ? `… and ${counted(more, "job")} more waiting` : null,
    view.paused ? `The queue is paused: ${view.pausedWhy ?? "by you"}.` : null,
    view.doneAboutMs === null ? null : `Done in about ${duration(view.doneAboutMs - Date.now())}.`,
  ];
  return `${[tableText(table), ...notes.filter((note) => note !== null)].join("\n")}\n`;
}

function standing(job: JobView): string {
  if (job.state !== "running") return job.waitsFor ?? "";
  const { phase, progress, etaMs } = job;
  const done = progress === null ? null : `${Math.round(progress.done)}/${Math.round(progress.total)} ${progress.unit}`;
  return [phase ?? "starting", done, etaMs === null ? null : `${duration(etaMs - Date.now())} left`].filter((part) => part !== null).join(", ");
}
