import type { TraceField } from "../../domain/trace/trace-field.ts";
import { fieldsOf } from "../../domain/trace/trace-field.ts";
import type { GpuWatch } from "../gpu/gpu-watch.ts";
import { valueOf, type Cell } from "../gpu/smi-cell.ts";
import type { GpuReading } from "../gpu/smi-row.ts";
import type { Recorder, Reading } from "./recorder.ts";

/** Hands every reading of every GPU to the recorder; returns the disposer. */
export function recordGpus(watch: Pick<GpuWatch, "onReading" | "periodMs">, recorder: Pick<Recorder, "add">): () => void {
  return watch.onReading((reading, atMs) => {
    const { uuid, name, totalMib, powerKind } = reading;
    recorder.add({ kind: "gpu", key: uuid, name, totalMib: valueOf(totalMib), powerKind }, { atMs, periodMs: watch.periodMs(), values: valuesOf(reading) });
  });
}

/** Why no GPU was read of late, in the words of the sampler. */
export function silenceWords(watch: Pick<GpuWatch, "state">): string {
  const state = watch.state();
  return state.kind === "failing" ? state.failure.says : "nvidia-smi gave no reading";
}

function valuesOf(reading: GpuReading): Reading["values"] {
  const cells: readonly (readonly [TraceField, Cell])[] = fieldsOf.gpu.map((field) => [field, cellOf(reading, field)]);
  return Object.fromEntries(cells.map(([field, cell]) => [field, cell.kind === "value" ? cell.value : { missing: cell.reason }]));
}

function cellOf(reading: GpuReading, field: TraceField): Cell {
  switch (field) {
    case "usedMib":
    case "powerWatts":
    case "utilisationPercent":
    case "temperatureC":
    case "fanPercent":
    case "smClockMhz":
    case "memoryClockMhz":
    case "throttleBits":
    case "freeMib":
      return reading[field];
    default:
      return { kind: "missing", reason: "no card has this" };
  }
}
