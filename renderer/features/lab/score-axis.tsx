import type { ExperimentRow } from "../../../workers/contract/views.ts";
import { formatPoints } from "../../components/format-points.ts";
import { placeDots } from "./place-dots.ts";
import styles from "./score-axis.module.css";

export const axisWidth = 208;
export const axisTicks: readonly number[] = [0, 0.5, 1];
const margin = 5;
const height = 44;

/** Where a share of passed items stands on the axis that all rows have in common. */
export function axisX(share: number): number {
  return margin + share * (axisWidth - 2 * margin);
}

/** Every run a dot, the base a line; blue above the base, amber below it. */
export function ScoreAxis({ row }: { readonly row: ExperimentRow }) {
  const { items, basePass } = row;
  const dots = placeDots(row);
  return (
    <svg className={styles["axis"]} width={axisWidth} height={height} role="img" aria-label={describe(row)}>
      <line className={styles["rule"]} x1={axisX(0)} x2={axisX(1)} y1={height / 2} y2={height / 2} />
      {axisTicks.map((tick) => (
        <line key={tick} className={styles["rule"]} x1={axisX(tick)} x2={axisX(tick)} y1={height / 2 - 3} y2={height / 2 + 3} />
      ))}
      {basePass === null ? null : <line className={styles["base"]} x1={axisX(basePass / items)} x2={axisX(basePass / items)} y1="4" y2={height - 4} />}
      {dots.map(({ key, share, lane, against }) => (
        <circle key={key} className={styles[against]} cx={axisX(share)} cy={height / 2 + lane} r="3.2" />
      ))}
    </svg>
  );
}

function describe({ arms, items, basePass }: ExperimentRow): string {
  const percent = (pass: number) => `${formatPoints((100 * pass) / items)} %`;
  const base = basePass === null ? "no base score yet" : `base ${percent(basePass)}`;
  const runs = arms.filter(({ substrate, passes }) => substrate !== "none" && passes.length > 0).map(({ name, passes }) => `${name} ${passes.map(percent).join(", ")}`);
  return [base, ...runs].join("; ");
}
