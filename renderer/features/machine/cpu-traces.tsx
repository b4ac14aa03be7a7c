import type { MachineView } from "../../../workers/contract/views.ts";
import { formatGib } from "../../components/format-bytes.ts";
import { traceOf } from "./trace.ts";
import { TraceChart } from "./trace-chart.tsx";
import styles from "./machine-page.module.css";

/** Memory and processor of the machine itself, and the share of it that the jobs take. */
export function CpuTraces({ view, trace }: { readonly view: MachineView; readonly trace: readonly MachineView[] }) {
  const memory = traceOf(trace, (machine) => ({
    used: machine.memory.totalMib - machine.memory.freeMib,
    jobs: machine.jobs.reduce((sum, job) => sum + job.rssMib, 0),
  }));
  const work = traceOf(trace, (machine) => ({ cpu: machine.jobs.reduce((sum: number | null, job) => (sum === null || job.cpuPercent === null ? null : sum + job.cpuPercent), 0), load: machine.load1 * 100 }));
  return (
    <section aria-label="Processor and memory">
      <h2>
        Processor and memory <small>{view.gpus.length === 0 ? "there is no GPU: this is where the jobs run" : "beside the GPU"}</small>
      </h2>
      <div className={styles["charts"]}>
        <TraceChart title="Memory" points={memory} lines={[{ key: "used", says: "in use by everything" }, { key: "jobs", says: "resident in jobs", dashed: true }]} top={view.memory.totalMib} format={formatGib} />
        <TraceChart title="Processor" points={work} lines={[{ key: "load", says: "load of the last minute, in cores" }, { key: "cpu", says: "used by jobs", dashed: true }]} top="auto" format={(percent) => (percent / 100).toFixed(1)} />
      </div>
    </section>
  );
}
