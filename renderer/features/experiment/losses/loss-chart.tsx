import { useRef } from "react";
import { CartesianGrid, Line, LineChart, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatLoss } from "../../../components/format-loss.ts";
import { SaveChart } from "../../../components/save-chart.tsx";
import { ticks } from "../../../figures/frame/axis.ts";
import type { LossCurve } from "../../../figures/loss/loss-data.ts";
import styles from "./losses.module.css";

type Props = { readonly experiment: string; readonly arm: string; readonly curves: readonly LossCurve[]; readonly lit: number | null; readonly onLight: (seed: number | null) => void };

const axis = { stroke: "var(--line-strong)", tick: { fill: "var(--faint)", fontSize: 11 } } as const;

/** All loss curves of one arm on a logarithmic axis; pointing at a seed's name lifts its curve, a triangle marks a rebound. */
export function LossChart({ experiment, arm, curves, lit, onLight }: Props) {
  const chart = useRef<HTMLElement>(null);
  const rows = rowsOf(curves);
  const rebounds = curves.flatMap((curve, at) => (curve.rebound === null ? [] : [{ at, ...curve.rebound }]));
  const steps = rows.map((row) => row["step"] ?? 0);
  const values = curves.flatMap((curve) => curve.losses.filter((loss) => loss > 0));
  if (values.length === 0) return <p>Every loss of {arm} is exactly 0, which has no place on a logarithmic axis.</p>;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (
    <figure ref={chart} className={styles["chart"]} aria-label={`Training loss of ${arm}`}>
      <ResponsiveContainer width="100%" height={300}>
        <LineChart data={rows} margin={{ top: 12, right: 16, bottom: 18, left: 8 }} accessibilityLayer>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="step" type="number" domain={["dataMin", "dataMax"]} ticks={ticks(Math.min(...steps), Math.max(...steps), 8)} {...axis} label={{ value: "optimiser step", position: "insideBottom", offset: -10, fill: "var(--soft)", fontSize: 11 }} />
          <YAxis scale="log" domain={[low / 1.15, high * 1.15]} ticks={roundLosses(low / 1.15, high * 1.15)} allowDataOverflow width={58} tickFormatter={formatLoss} {...axis} />
          <Tooltip isAnimationActive={false} content={({ label, payload }) => <Tip step={Number(label)} values={payload.map((entry) => ({ key: String(entry.dataKey), value: Number(entry.value) }))} curves={curves} lit={lit} />} />
          {curves.map((curve, at) => (
            <Line key={at} dataKey={`r${at}`} type="linear" dot={false} connectNulls isAnimationActive={false} stroke="var(--ink)" strokeOpacity={lit === null ? 0.55 : lit === curve.seed ? 1 : 0.14} strokeWidth={lit === curve.seed && lit !== null ? 2.2 : 1.2} />
          ))}
          {rebounds.map(({ at, step, loss }) => (
            <ReferenceDot key={at} x={step} y={loss} shape={({ cx = 0, cy = 0 }: { readonly cx?: number; readonly cy?: number }) => <path d={`M${cx} ${cy - 13}l5 8h-10z`} fill="var(--ink)" />} />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <figcaption className={styles["seeds"]}>
        loss, nats per answer token ·{" "}
        {curves.map((curve, at) => (
          <button key={at} type="button" aria-pressed={lit !== null && lit === curve.seed} onClick={() => onLight(lit === curve.seed ? null : curve.seed)} onPointerEnter={() => onLight(curve.seed)} onPointerLeave={() => onLight(null)}>
            {curve.seed === null ? "run" : `seed ${curve.seed}`}
            {curve.rebound === null ? "" : " ▲"}
          </button>
        ))}
        <SaveChart chart={chart} name={`losses-${arm.replace(/[^\p{L}\p{N}]+/gu, "-")}`} words={{ title: `Training loss: ${experiment}, ${arm}`, says: [`loss, nats per answer token, of ${curves.length} runs: ${curves.map((curve) => (curve.seed === null ? "run" : `seed ${curve.seed}`)).join(", ")}; ▲ marks a rebound`] }} />
      </figcaption>
    </figure>
  );
}

/** Round losses on a logarithmic axis: 1, 2 and 5 of each power of ten, or the powers alone where those are many. */
function roundLosses(low: number, high: number): number[] {
  const powers = Array.from({ length: 24 }, (_, at) => 10 ** (at - 16)).filter((power) => power >= low / 10 && power <= high);
  const fine = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((loss) => loss >= low && loss <= high);
  return fine.length <= 9 ? fine : powers.filter((power) => power >= low);
}

type TipProps = { readonly step: number; readonly values: readonly { readonly key: string; readonly value: number }[]; readonly curves: readonly LossCurve[]; readonly lit: number | null };

/** The spread of losses at a step; a single seed's where one is lifted. */
function Tip({ step, values, curves, lit }: TipProps) {
  const known = values.filter(({ value }) => Number.isFinite(value)).map(({ value }) => value);
  if (known.length === 0) return null;
  const at = curves.findIndex((curve) => curve.seed === lit);
  const own = lit === null ? undefined : values.find(({ key }) => key === `r${at}`)?.value;
  return (
    <div className={styles["tip"]}>
      <b>step {step}</b>
      {own === undefined ? null : <span>seed {lit}: {formatLoss(own)}</span>}
      <span>
        {known.length} runs, {formatLoss(Math.min(...known))} to {formatLoss(Math.max(...known))}
      </span>
    </div>
  );
}

/** One row a step; a loss of exactly 0 has no place on a logarithmic axis. */
function rowsOf(curves: readonly LossCurve[]): Record<string, number>[] {
  const rows = new Map<number, Record<string, number>>();
  curves.forEach((curve, at) => {
    curve.steps.forEach((step, place) => {
      const loss = curve.losses[place];
      const row = rows.get(step) ?? { step };
      rows.set(step, row);
      if (loss !== undefined && loss > 0) row[`r${at}`] = loss;
    });
  });
  return [...rows.values()].sort((a, b) => (a["step"] ?? 0) - (b["step"] ?? 0));
}
