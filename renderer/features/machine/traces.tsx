import { startTransition, useCallback, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { AttemptView, TraceView } from "../../../workers/contract/trace-view.ts";
import type { MachineView } from "../../../workers/contract/views.ts";
import { tracedFields, useLiveTrace, useTrace } from "../../client/hooks/machine.ts";
import { Button } from "../../components/button.tsx";
import { CpuTraces } from "./cpu-traces.tsx";
import { GpuTraces } from "./gpu-traces.tsx";
import type { NextGate } from "./next-gate.ts";
import { JobBands, PhaseLegend } from "./trace/job-bands.tsx";
import { around, withNeighbours, type TimeWindow } from "./trace/time-window.ts";
import { useGestures } from "./trace/use-gestures.ts";
import { useSettled } from "./trace/use-settled.ts";
import { windowWords } from "./trace/window-words.ts";
import styles from "./machine-page.module.css";

type Props = {
  readonly view: MachineView;
  readonly gate: NextGate | null;
  /** The attempt that is looked at; null = what happens now. */
  readonly chosen: AttemptView | null;
  /** True while it is not known yet which attempt is meant. */
  readonly waiting: boolean;
  /** How much of the recent past is shown while nothing is chosen. */
  readonly spanMs: number;
  readonly onSpan: (spanMs: number) => void;
};

/** What is shown at first. */
export const usualSpanMs = 15 * 60_000;
const spans: readonly { readonly ms: number; readonly says: string }[] = [
  { ms: usualSpanMs, says: "15 min" },
  { ms: 3_600_000, says: "1 h" },
  { ms: 12 * 3_600_000, says: "12 h" },
];
/** How far back one can go from here: a week. */
const backMs = 7 * 24 * 3_600_000;

/** The traces of GPUs and machine, as they happen or of the past, with the jobs as bands above them. */
export function Traces({ view, gate, chosen, waiting, spanMs, onSpan }: Props) {
  const [looked, setLooked] = useState<TimeWindow | null>(null);
  const [, navigate] = useLocation();
  const whole = useMemo(() => (chosen === null ? null : around({ fromMs: chosen.startedMs, toMs: chosen.endedMs ?? view.atMs })), [chosen, view.atMs]);
  const fixed = looked ?? whole;
  const live = useLiveTrace(spanMs, fixed === null && !waiting);
  const window = fixed ?? { fromMs: view.atMs - spanMs, toMs: view.atMs };
  const bounds = whole === null ? { fromMs: view.atMs - backMs, toMs: view.atMs } : { fromMs: Math.min(whole.fromMs, window.fromMs), toMs: Math.max(whole.toMs, window.toMs) };
  const settled = useSettled(fixed, 120);
  const past = useTrace(settled === null ? null : { ...withNeighbours(settled), points: 1200, fields: [...tracedFields] });
  const trace = fixed === null ? live.data : past.data;
  // A drawing that is late must not hold up the next move of the hand.
  const look = useCallback((next: TimeWindow) => startTransition(() => setLooked(next)), []);
  const { element, handlers, mark } = useGestures(window, bounds, look);
  const follow = (ms: number): void => {
    onSpan(ms);
    setLooked(null);
    if (chosen !== null) navigate("/machine");
  };
  return (
    <section aria-label="Traces">
      <div className={styles["tools"]}>
        <span>{windowWords(window, fixed === null)}</span>
        <span className={styles["buttons"]}>
          {spans.map(({ ms, says }) => (
            <Button key={ms} kind="toggle" aria-pressed={fixed === null && ms === spanMs} onClick={() => follow(ms)}>
              {says}
            </Button>
          ))}
          {whole === null ? null : (
            <Button kind="toggle" aria-pressed={looked === null} onClick={() => setLooked(null)}>
              Whole run
            </Button>
          )}
          {chosen?.endedMs == null ? null : (
            <Button onClick={() => setLooked(momentOf(chosen.endedMs ?? view.atMs))} title="Half a minute before its end and ten seconds after it">
              Its end
            </Button>
          )}
        </span>
        <PhaseLegend />
        <small className={styles["hint"]}>Drag to zoom in, Shift and drag to move; keys: arrows, + − 0</small>
      </div>
      {trace === undefined ? (
        <p className={styles["missing"]}>Reading the traces…</p>
      ) : (
        <div ref={element} className={styles["stack"]} tabIndex={0} role="group" aria-label="Traces over time; arrow keys move, plus and minus zoom, 0 shows all" {...handlers}>
          <JobBands attempts={trace.attempts} window={window} nowMs={view.atMs} chosen={chosen?.jobId ?? null} />
          <Charts view={view} trace={trace} window={window} gate={gate} chosen={chosen} />
          {mark === null ? null : <div className={styles["mark"]} style={{ left: mark.fromX, width: mark.toX - mark.fromX }} />}
        </div>
      )}
    </section>
  );
}

/** The moment of an end with what led to it. */
function momentOf(endedMs: number): TimeWindow {
  return { fromMs: endedMs - 30_000, toMs: endedMs + 10_000 };
}

type ChartsProps = Pick<Props, "view" | "gate" | "chosen"> & { readonly trace: TraceView; readonly window: TimeWindow };

function Charts({ view, trace, window, gate, chosen }: ChartsProps) {
  const gpus = trace.sources.filter(({ kind }) => kind === "gpu");
  return (
    <>
      {gpus.map((source) => (
        <GpuTraces key={source.key} source={source} now={view.gpus.find(({ uuid }) => uuid === source.key) ?? null} window={window} needMib={chosen?.needMib ?? gate?.freeMib ?? null} />
      ))}
      <CpuTraces trace={trace} window={window} hasGpu={gpus.length > 0} totalMib={view.memory.totalMib} />
    </>
  );
}
