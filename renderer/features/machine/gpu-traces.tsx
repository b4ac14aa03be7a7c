import { useMemo } from "react";
import type { SourceTrace } from "../../../workers/contract/trace-view.ts";
import type { MachineView } from "../../../workers/contract/views.ts";
import type { TraceField } from "../../../workers/domain/trace/trace-field.ts";
import { formatGib, formatMib } from "../../components/format-bytes.ts";
import { GapWords } from "./gap-words.tsx";
import { HolderLine } from "./holder-line.tsx";
import { TraceChart, type ChartMark } from "./trace/trace-chart.tsx";
import { bandsOf, joined } from "./trace/trace-points.ts";
import type { TimeWindow } from "./trace/time-window.ts";
import { momentWords } from "./trace/window-words.ts";
import styles from "./machine-page.module.css";

type Gpu = MachineView["gpus"][number];
type Props = { readonly source: SourceTrace; readonly now: Gpu | null; readonly window: TimeWindow; readonly needMib: number | null };

/** Memory, power and utilisation of one card over the window, and who holds its memory now. */
export function GpuTraces({ source, now, window, needMib }: Props) {
  const lines = useMemo(() => ({ memory: pointsOf(source, "usedMib"), power: pointsOf(source, "powerWatts"), utilisation: pointsOf(source, "utilisationPercent") }), [source]);
  const total = source.totalMib;
  const marks = useMemo(() => memoryMarks(total, needMib), [total, needMib]);
  const formatX = useMemo(() => momentWords(window), [window]);
  const axis = { fromX: window.fromMs, toX: window.toMs, formatX };
  return (
    <section aria-label={source.name} className={styles["gpu"]}>
      <h2>
        {source.name} <small>{now === null ? source.key : nowWords(now)}</small>
      </h2>
      {now === null ? null : <HolderLine gpu={now} />}
      <GapWords gaps={source.gaps} window={window} />
      <TraceChart {...axis} title="Memory in use" points={lines.memory} lines={[{ says: "memory" }]} top={total ?? "auto"} format={formatGib} formatExact={formatMib} marks={marks} height={132} nothing="No memory was read in this time." />
      <TraceChart {...axis} title={source.powerKind === "average" ? "Power, averaged over a second" : "Power"} points={lines.power} lines={[{ says: "power" }]} top="auto" format={(watts) => `${Math.round(watts)} W`} height={84} nothing="No power was read in this time." />
      <TraceChart {...axis} title="Utilisation" points={lines.utilisation} lines={[{ says: "utilisation" }]} top={100} format={(percent) => `${Math.round(percent)} %`} height={84} nothing="No utilisation was read in this time." />
    </section>
  );
}

function pointsOf(source: SourceTrace, field: TraceField) {
  return joined([bandsOf({ source, field })]);
}

function memoryMarks(totalMib: number | null, needMib: number | null): readonly ChartMark[] {
  if (totalMib === null) return [];
  const card = { at: totalMib, says: `the card: ${formatMib(totalMib)}` };
  return needMib === null ? [card] : [card, { at: totalMib - needMib, says: `gate: below this ${formatMib(needMib)} are free` }];
}

/** Temperature, fan, clocks and what holds them back. */
function nowWords({ temperatureC, fanPercent, smClockMhz, throttle, powerKind }: Gpu): string {
  const parts = [
    temperatureC === null ? null : `${Math.round(temperatureC)} °C`,
    fanPercent === null ? null : `fan ${Math.round(fanPercent)} %`,
    smClockMhz === null ? null : `${Math.round(smClockMhz)} MHz`,
    throttle === null || throttle.length === 0 ? null : `held back: ${throttle.join(", ")}`,
    powerKind === "average" ? "power is a one-second average" : null,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}
