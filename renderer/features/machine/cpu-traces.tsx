import { useMemo } from "react";
import type { SourceTrace, TraceView } from "../../../workers/contract/trace-view.ts";
import { formatGib, formatMib } from "../../components/format-bytes.ts";
import { GapWords } from "./gap-words.tsx";
import { TraceChart } from "./trace/trace-chart.tsx";
import { bandsOf, joined, type Picked } from "./trace/trace-points.ts";
import type { TimeWindow } from "./trace/time-window.ts";
import { momentWords } from "./trace/window-words.ts";
import styles from "./machine-page.module.css";

type Props = { readonly trace: TraceView; readonly window: TimeWindow; readonly hasGpu: boolean; readonly totalMib: number };

/** Memory and processors of the machine itself, and what the process trees of its jobs take of them. */
export function CpuTraces({ trace, window, hasGpu, totalMib }: Props) {
  const machine = trace.sources.find(({ kind }) => kind === "machine");
  const jobs = useMemo(() => trace.sources.filter(({ kind }) => kind === "job"), [trace]);
  const memory = useMemo(() => (machine === undefined ? [] : joined([bandsOf({ source: machine, field: "freeMib", turn: (free) => totalMib - free }), jobLine(jobs, "rssMib")])), [machine, jobs, totalMib]);
  const work = useMemo(() => (machine === undefined ? [] : joined([bandsOf({ source: machine, field: "cpuPercent" }), jobLine(jobs, "cpuPercent")])), [machine, jobs]);
  const formatX = useMemo(() => momentWords(window), [window]);
  const axis = { fromX: window.fromMs, toX: window.toMs, formatX };
  return (
    <section aria-label="Processor and memory" className={styles["gpu"]}>
      <h2>
        Processor and memory <small>{hasGpu ? "of the machine, beside the GPU" : "there is no GPU: this is where the jobs run"}</small>
      </h2>
      {machine === undefined ? null : <GapWords gaps={machine.gaps.filter(({ field }) => field === null)} window={window} />}
      <TraceChart {...axis} title="Memory of the machine in use" points={memory} lines={[{ says: "by everything" }, { says: "resident in the jobs' processes", dashed: true }]} top={totalMib} format={formatGib} formatExact={formatMib} nothing="Nothing was kept of this time: no job ran." />
      <TraceChart {...axis} title="Processors busy" points={work} lines={[{ says: "with everything" }, { says: "with the jobs' processes", dashed: true }]} top="auto" format={(percent) => `${(percent / 100).toFixed(1)} cores`} height={84} nothing="Nothing was kept of this time: no job ran." />
    </section>
  );
}

/** All jobs as one line; they come one after the other, or side by side on several GPUs. */
function jobLine(jobs: readonly SourceTrace[], field: Picked["field"]): ReturnType<typeof bandsOf> {
  const lines = jobs.map((source) => bandsOf({ source, field }));
  if (lines.length < 2) return lines[0] ?? [];
  return joined(lines).map(({ x, bands }) => {
    const known = bands.filter((band) => band !== null);
    return { x, band: known.length === 0 ? null : [known.reduce((sum, [low]) => sum + low, 0), known.reduce((sum, [, high]) => sum + high, 0)] as const };
  });
}
