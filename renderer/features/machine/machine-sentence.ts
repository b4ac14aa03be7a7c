import type { MachineView } from "../../../workers/contract/views.ts";
import { formatMib } from "../../components/format-bytes.ts";
import { plural } from "../../components/format-count.ts";

/** What the machine is and how much of it is in use. */
export function machineSentence({ gpus, gpuState, memory, jobs }: MachineView): string {
  const work = jobs.length === 0 ? "No job is at work." : `${plural(jobs.length, "job is", "jobs are")} at work.`;
  if (gpus.length === 0) {
    const why = gpuState === null ? "There is no GPU" : `No GPU readings: ${gpuState.replace(/\.$/u, "")}`;
    return `${why}; everything runs on the processor, with ${formatMib(memory.freeMib)} of ${formatMib(memory.totalMib)} memory free. ${work}`;
  }
  const cards = gpus.map(({ name, freeMib, totalMib }) => `${name} with ${freeMib === null || totalMib === null ? "an unknown amount of memory" : `${formatMib(freeMib)} of ${formatMib(totalMib)}`} free`);
  return `${cards.join(", ")}. ${work}`;
}
