import type { MachineView } from "../../../workers/contract/views.ts";
import { formatGib } from "../../components/format-bytes.ts";
import { hasNumbers, traceOf } from "./trace.ts";
import { TraceChart } from "./trace-chart.tsx";
import styles from "./machine-page.module.css";

type Gpu = MachineView["gpus"][number];
type Props = { readonly gpu: Gpu; readonly trace: readonly MachineView[]; readonly gateFreeMib: number | null };

export function GpuPanel({ gpu, trace, gateFreeMib }: Props) {
  const points = traceOf(trace, (machine) => {
    const now = machine.gpus.find(({ uuid }) => uuid === gpu.uuid);
    return { memory: now?.usedMib ?? null, power: now?.powerWatts ?? null, utilisation: now?.utilisationPercent ?? null };
  });
  const usable = gpu.usedMib === null || gpu.freeMib === null ? null : gpu.usedMib + gpu.freeMib;
  const gate = gateFreeMib === null || usable === null ? null : { at: Math.max(0, usable - gateFreeMib), says: "gate: at most this much in use" };
  const missing = Object.entries(gpu.missing);
  return (
    <section aria-label={gpu.name}>
      <h2>
        {gpu.name} <small>{gpu.temperatureC === null ? "" : `${Math.round(gpu.temperatureC)} °C`}</small>
      </h2>
      {missing.length === 0 ? null : <p className={styles["missing"]}>Not measured: {missing.map(([cell, why]) => `${cell} (${why})`).join(", ")}.</p>}
      <div className={styles["charts"]}>
        <TraceChart title="Memory in use" points={points} lines={[{ key: "memory", says: "memory" }]} top={gpu.totalMib ?? "auto"} format={formatGib} mark={gate} />
        {hasNumbers(points, "power") ? <TraceChart title="Power" points={points} lines={[{ key: "power", says: "power" }]} top="auto" format={(watts) => `${Math.round(watts)} W`} /> : null}
        {hasNumbers(points, "utilisation") ? <TraceChart title="Utilisation" points={points} lines={[{ key: "utilisation", says: "utilisation" }]} top={100} format={(percent) => `${Math.round(percent)} %`} /> : null}
      </div>
    </section>
  );
}
