import { memo } from "react";
import { Area, CartesianGrid, ComposedChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { SaveChart } from "../../../components/save-chart.tsx";
import { plotMargin } from "./plot-margin.ts";
import { useOnScreen } from "./use-on-screen.ts";
import { peak, type ChartPoint } from "./trace-points.ts";
import styles from "./trace-chart.module.css";

export type ChartLine = { readonly says: string; readonly dashed?: boolean };
export type ChartMark = { readonly at: number; readonly says: string };

/** Room above the highest mark for its words. */
const headroom = 1.2;

type Props = {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly lines: readonly ChartLine[];
  readonly fromX: number;
  readonly toX: number;
  readonly top: number | "auto";
  readonly format: (value: number) => string;
  /** Exact words for the peak and the tip, where the axis is shorter. */
  readonly formatExact?: (value: number) => string;
  readonly formatX: (x: number) => string;
  readonly marks?: readonly ChartMark[];
  readonly height?: number;
  /** Said instead of the chart where no line has a number. */
  readonly nothing: string;
};

/** One trace: a line where a point is one reading, a band from the smallest to the largest where it stands for many; a gap stays a gap. */
export const TraceChart = memo(function TraceChart({ title, points, lines, fromX, toX, top, format, formatExact = format, formatX, marks = [], height = 104, nothing }: Props) {
  const known = points.some(({ bands }) => bands.some((band) => band !== null));
  const highest = peak(points, 0);
  const [figure, isOnScreen] = useOnScreen<HTMLElement>();
  return (
    <figure ref={figure} className={styles["chart"]}>
      <figcaption>
        <b>{title}</b>
        {lines.length > 1 ? lines.map(({ says, dashed }) => <span key={says} className={dashed === true ? styles["dashed"] : styles["solid"]}>{says}</span>) : null}
        {highest === null ? null : <span className={styles["peak"]}>peak {formatExact(highest)}</span>}
        {known ? <SaveChart chart={figure} name={`trace-${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`} words={{ title, says: [`${lines.map(({ says, dashed }) => (dashed === true ? `dashed: ${says}` : says)).join("; ")}, ${formatX(fromX)} to ${formatX(toX)}${highest === null ? "" : `; peak ${formatExact(highest)}`}`] }} /> : null}
      </figcaption>
      {!known ? (
        <p className={styles["nothing"]} style={{ height }}>
          {nothing}
        </p>
      ) : !isOnScreen ? (
        <div style={{ height }} />
      ) : (
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart data={[...points]} margin={{ top: 6, right: plotMargin.right, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="x" type="number" domain={[fromX, toX]} allowDataOverflow tickFormatter={formatX} stroke="var(--line-strong)" tick={{ fill: "var(--faint)", fontSize: 11 }} minTickGap={80} tickCount={7} />
            <YAxis domain={[0, top === "auto" ? "auto" : top * (marks.length === 0 ? 1 : headroom)]} allowDataOverflow={top !== "auto"} {...(top === "auto" ? { tickCount: 3 } : { ticks: [0, top / 2, top] })} width={plotMargin.left} tickFormatter={format} stroke="var(--line-strong)" tick={{ fill: "var(--faint)", fontSize: 11 }} />
            <Tooltip isAnimationActive={false} labelFormatter={(x) => formatX(Number(x))} formatter={(value) => bandWords(value, formatExact)} contentStyle={{ background: "var(--panel)", border: "1px solid var(--line-strong)", borderRadius: 6, padding: "4px 8px", fontSize: 12 }} itemStyle={{ color: "var(--ink)", padding: 0 }} />
            {lines.map(({ says, dashed }, which) => (
              <Area key={says} name={says} dataKey={(point: ChartPoint) => point.bands[which] ?? null} type="linear" connectNulls={false} dot={false} activeDot={false} isAnimationActive={false} stroke="var(--ink)" strokeWidth={1.1} fill="var(--ink)" fillOpacity={dashed === true ? 0.06 : 0.16} {...(dashed === true ? { strokeDasharray: "3 3" } : {})} />
            ))}
            {marks.map(({ at, says }) => (
              <ReferenceLine key={says} y={at} stroke="var(--ink)" strokeDasharray="6 4" label={{ value: says, position: "insideBottomRight", offset: 3, fill: "var(--soft)", fontSize: 11 }} />
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </figure>
  );
});

function bandWords(value: unknown, format: (value: number) => string): string {
  if (!Array.isArray(value)) return "unknown";
  const [low, high] = value.map(Number);
  if (low === undefined || high === undefined) return "unknown";
  const [first, last] = [format(low), format(high)];
  return first === last ? first : `${first} to ${last}`;
}
