import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatSeconds } from "../../components/format-date.ts";
import type { TracePoint } from "./trace.ts";
import styles from "./trace-chart.module.css";

type Props = {
  readonly title: string;
  readonly points: readonly TracePoint[];
  readonly lines: readonly { readonly key: string; readonly says: string; readonly dashed?: boolean }[];
  readonly top: number | "auto";
  readonly format: (value: number) => string;
  readonly mark?: { readonly at: number; readonly says: string } | null;
};

/** One live trace; readings that have no number leave a gap. */
export function TraceChart({ title, points, lines, top, format, mark = null }: Props) {
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <b>{title}</b>
        {lines.length > 1 ? lines.map(({ key, says, dashed }) => <span key={key} className={dashed === true ? styles["dashed"] : styles["solid"]}>{says}</span>) : null}
      </figcaption>
      <ResponsiveContainer width="100%" height={132}>
        <LineChart data={[...points]} margin={{ top: 8, right: 28, bottom: 0, left: 0 }} accessibilityLayer>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="atMs" type="number" domain={["dataMin", "dataMax"]} tickFormatter={formatSeconds} stroke="var(--line-strong)" tick={{ fill: "var(--faint)", fontSize: 11 }} minTickGap={90} />
          <YAxis domain={[0, top]} {...(top === "auto" ? {} : { ticks: [0, top / 2, top] })} width={56} tickFormatter={format} stroke="var(--line-strong)" tick={{ fill: "var(--faint)", fontSize: 11 }} />
          <Tooltip isAnimationActive={false} labelFormatter={(label) => formatSeconds(Number(label))} formatter={(value, name) => [typeof value === "number" ? format(value) : "unknown", lines.find(({ key }) => key === name)?.says ?? name]} contentStyle={{ background: "var(--panel)", border: "1px solid var(--line-strong)", borderRadius: 6 }} itemStyle={{ color: "var(--ink)" }} />
          {mark === null ? null : <ReferenceLine y={mark.at} stroke="var(--ink)" strokeDasharray="5 4" label={{ value: mark.says, position: "insideTopLeft", fill: "var(--soft)", fontSize: 11 }} />}
          {lines.map(({ key, dashed }) => (
            <Line key={key} dataKey={key} type="linear" dot={false} isAnimationActive={false} stroke="var(--ink)" strokeWidth={1.4} {...(dashed === true ? { strokeDasharray: "2 3" } : {})} />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}
