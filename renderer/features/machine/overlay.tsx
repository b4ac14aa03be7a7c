import { useMemo } from "react";
import type { AttemptView, SourceTrace, TraceView } from "../../../workers/contract/trace-view.ts";
import type { TraceField } from "../../../workers/domain/trace/trace-field.ts";
import { tracedFields, useTrace } from "../../client/hooks/machine.ts";
import { Button } from "../../components/button.tsx";
import { formatGib, formatMib } from "../../components/format-bytes.ts";
import { formatDuration } from "../../components/format-duration.ts";
import { jobName } from "../../components/state-words.ts";
import { TraceChart } from "./trace/trace-chart.tsx";
import { bandsOf, joined } from "./trace/trace-points.ts";
import styles from "./machine-page.module.css";

type Props = { readonly first: AttemptView; readonly second: AttemptView; readonly nowMs: number; readonly onClose: () => void };

/** Two jobs over each other, both from their start. */
export function Overlay({ first, second, nowMs, onClose }: Props) {
  const lengthMs = Math.max(spanOf(first, nowMs), spanOf(second, nowMs));
  const [left, right] = [useTrace(requestOf(first, lengthMs)).data, useTrace(requestOf(second, lengthMs)).data];
  const sides = useMemo(() => [{ attempt: first, trace: left }, { attempt: second, trace: right }], [first, second, left, right]);
  const onGpu = first.device !== null && second.device !== null;
  const axis = { fromX: 0, toX: lengthMs, formatX: formatDuration, lines: [{ says: nameOf(first) }, { says: nameOf(second), dashed: true }] };
  const [memory, work, third] = onGpu ? (["usedMib", "powerWatts", "utilisationPercent"] as const) : (["rssMib", "cpuPercent", null] as const);
  return (
    <section aria-label="Two jobs over each other">
      <div className={styles["tools"]}>
        <span>
          {nameOf(first)} and {nameOf(second)}, both from their start
        </span>
        <Button onClick={onClose}>Back to the traces</Button>
      </div>
      <TraceChart {...axis} title={onGpu ? "Memory in use" : "Resident memory"} points={linesOf(sides, memory)} top="auto" format={formatGib} formatExact={formatMib} height={160} nothing="Nothing was kept of either." />
      <TraceChart {...axis} title={onGpu ? "Power" : "Processors busy"} points={linesOf(sides, work)} top="auto" format={(value) => (onGpu ? `${Math.round(value)} W` : `${(value / 100).toFixed(1)} cores`)} height={120} nothing="Nothing was kept of either." />
      {third === null ? null : <TraceChart {...axis} title="Utilisation" points={linesOf(sides, third)} top={100} format={(percent) => `${Math.round(percent)} %`} height={100} nothing="Nothing was kept of either." />}
    </section>
  );
}

function spanOf({ startedMs, endedMs }: AttemptView, nowMs: number): number {
  return Math.max(1_000, (endedMs ?? nowMs) - startedMs);
}

function requestOf({ startedMs }: AttemptView, lengthMs: number) {
  return { fromMs: startedMs, toMs: startedMs + lengthMs, points: 600, fields: [...tracedFields] };
}

function nameOf(attempt: AttemptView): string {
  return `${jobName(attempt)} ${attempt.kind}${attempt.attempt > 1 ? `, attempt ${attempt.attempt}` : ""}`;
}

function linesOf(sides: readonly { readonly attempt: AttemptView; readonly trace: TraceView | undefined }[], field: TraceField) {
  return joined(sides.map(({ attempt, trace }) => {
    const source = trace === undefined ? undefined : sourceOf(attempt, trace);
    if (source === undefined) return [];
    const endMs = attempt.endedMs ?? Infinity;
    return bandsOf({ source, field }).filter(({ x }) => x <= endMs).map(({ x, band }) => ({ x: x - attempt.startedMs, band }));
  }));
}

function sourceOf({ device, jobId }: AttemptView, { sources }: TraceView): SourceTrace | undefined {
  return sources.find(({ kind, key }) => (device === null ? kind === "job" && key === jobId : kind === "gpu" && key === device));
}
