import type { EveningRow } from "../../contract/evening.ts";
import type { JobView, MachineView, QueueView } from "../../contract/views.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { printJson, withEngine, type CommonOptions } from "../session.ts";
import type { Terminal } from "../terminal.ts";
import { counted, duration, oneLine, runName } from "../words.ts";

const lookMs = 1_000;
const waitingShown = 4;

/** `flipbook attach`: follows what the lab's engine is at from another terminal, until nothing is left or Ctrl-C; nothing stops with it. */
export function attachCommand(options: CommonOptions): Promise<ExitCode> {
  return withEngine(options, async ({ engine: { api }, terminal, json }) => {
    const interrupt = onInterrupt();
    let left = false;
    void interrupt.happened.then(() => {
      left = true;
    });
    const show = display(terminal, json ? terminal.err : terminal.out);
    for (;;) {
      const [queue, machine, evenings] = [await api.queue.list.query(), await api.machine.now.query(), await api.evening.list.query()];
      const open = evenings.find(({ state }) => state !== "over") ?? null;
      show(attachLines({ queue, machine, evening: open, nowMs: Date.now() }));
      const over = queue.running.length === 0 && open === null && (queue.paused || queue.waiting.every(({ state }) => state === "held"));
      if (over || left) {
        if (json) printJson(terminal, { queue, machine, evening: open });
        if (left && !over) terminal.err("The work goes on without this terminal.\n");
        interrupt.forget();
        return exitCodes.ok;
      }
      await Promise.race([interrupt.happened, new Promise((resolve) => setTimeout(resolve, lookMs))]);
    }
  });
}

type Seen = { readonly queue: QueueView; readonly machine: MachineView; readonly evening: EveningRow | null; readonly nowMs: number };

/** What there is to see, a few lines. */
export function attachLines({ queue, machine, evening, nowMs }: Seen): readonly string[] {
  const waiting = queue.waiting.filter(({ state }) => state !== "held");
  const held = queue.waiting.length - waiting.length;
  return [
    ...(evening === null ? [] : [eveningLine(evening)]),
    ...machineLines(machine),
    ...queue.running.map((job) => `▸ ${name(job)}: ${progressWords(job, nowMs)}`),
    ...waiting.slice(0, waitingShown).map((job) => `· ${name(job)}: ${oneLine(job.waitsFor ?? "waits")}`),
    ...(waiting.length > waitingShown ? [`  … and ${counted(waiting.length - waitingShown, "job")} more`] : []),
    [
      queue.running.length + waiting.length === 0 ? "Nothing runs and nothing waits" : null,
      held > 0 ? `${counted(held, "job")} held` : null,
      queue.paused ? `the queue is paused: ${oneLine(queue.pausedWhy ?? "by you")}` : null,
      queue.doneAboutMs === null || queue.paused ? null : `done in about ${duration(queue.doneAboutMs - nowMs)}`,
    ].filter((part) => part !== null).join("; "),
  ].filter((line) => line !== "");
}

function eveningLine({ state, fromMs, untilMs }: EveningRow): string {
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  return state === "planned" ? `Evening: begins at ${clock.format(fromMs)}, ends at ${clock.format(untilMs)}` : `Evening until ${clock.format(untilMs)} (${state})`;
}

function machineLines({ gpus, gpuState, memory }: MachineView): readonly string[] {
  if (gpus.length === 0) return [`No GPU${gpuState === null ? "" : ` (${gpuState})`}; ${memory.freeMib} of ${memory.totalMib} MiB memory free`];
  return gpus.map(({ name: gpu, usedMib, totalMib, powerWatts, temperatureC }) =>
    `${gpu}: ${usedMib ?? "unknown"} of ${totalMib ?? "unknown"} MiB${powerWatts === null ? "" : `, ${Math.round(powerWatts)} W`}${temperatureC === null ? "" : `, ${Math.round(temperatureC)} °C`}`);
}

function name(job: JobView): string {
  return `${oneLine(job.experimentName)}, ${runName(job)} ${job.kind}${job.attempt > 1 ? ` (attempt ${job.attempt})` : ""}`;
}

function progressWords({ phase, progress, loss, etaMs }: JobView, nowMs: number): string {
  const parts = [
    phase ?? "starting",
    progress === null ? null : `${Math.round(progress.done)}/${Math.round(progress.total)} ${progress.unit}`,
    loss === null ? null : `loss ${loss.toFixed(3)}`,
    etaMs === null ? null : `${duration(etaMs - nowMs)} left`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** Lines drawn over each other at a terminal; elsewhere only what has changed. */
function display(terminal: Terminal, write: (text: string) => void): (lines: readonly string[]) => void {
  let before: readonly string[] = [];
  return (lines) => {
    if (terminal.live) write(`${before.length === 0 ? "" : `\u001b[${before.length}A\u001b[0J`}${lines.map((line) => `${line.slice(0, terminal.size().columns)}\n`).join("")}`);
    // In a log a line a second would bury what matters.
    else for (const line of lines) if (!before.includes(line) && (line.startsWith("▸") || line.startsWith("Evening"))) write(`${line}\n`);
    before = lines;
  };
}
