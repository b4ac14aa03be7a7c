import type { Change } from "../../../../../workers/domain/outcome.ts";
import type { OutputGroup } from "./group-runs.ts";
import styles from "./item.module.css";

type Dot = { readonly key: string; readonly margin: number; readonly change: Change; readonly name: string };

const width = 330;
const inks: Readonly<Record<Change, string>> = {
  gain: "var(--gain)", loss: "var(--loss)", "same-pass": "var(--pass)", "same-fail": "var(--fail-mark)", error: "var(--error-ink)", missing: "var(--error-ink)",
};

/** Every run's margin on one axis, where runs recorded them: how far a wrong answer is behind gold, how far a right one is ahead of another. */
export function MarginDots({ groups, margins }: { readonly groups: readonly OutputGroup[]; readonly margins: ReadonlyMap<string, number> }) {
  const dots = groups.flatMap((group) =>
    group.runs.flatMap((run): Dot[] => {
      const margin = margins.get(run.runId);
      if (margin === undefined) return [];
      const name = run.seed === null ? run.arm : `${run.arm}, seed ${run.seed}`;
      return [{ key: run.runId, margin, change: group.change, name }];
    }),
  );
  if (dots.length === 0) return null;
  const reach = Math.max(0.5, ...dots.map((dot) => Math.abs(dot.margin)));
  const x = (margin: number): number => width / 2 + (margin / reach) * (width / 2 - 12);
  const word = `${dots.filter((dot) => dot.margin < 0).length} of ${dots.length} runs find another answer likelier than gold`;
  return (
    <figure className={styles["margins"]}>
      <figcaption>Gold margin over runs (nats): {word}</figcaption>
      <svg viewBox={`0 0 ${width} 70`} width="100%" role="img" aria-label={`Gold margins: ${word}`}>
        <line x1={0} x2={width} y1={28} y2={28} stroke="var(--line)" />
        <line x1={width / 2} x2={width / 2} y1={4} y2={52} stroke="var(--soft)" strokeDasharray="2 3" />
        {dots.map((dot, at) => (
          <circle key={dot.key} cx={x(dot.margin)} cy={18 + (at % 3) * 10} r={4.5} fill={inks[dot.change]} stroke="var(--paper)" strokeWidth={0.75}>
            <title>{`${dot.name}: ${dot.margin.toFixed(2).replace("-", "−")} nats`}</title>
          </circle>
        ))}
        {[-reach, 0, reach].map((tick) => (
          <text key={tick} x={x(tick)} y={66} textAnchor={tick === 0 ? "middle" : tick < 0 ? "start" : "end"} className={styles["tick"]}>
            {tick.toFixed(1).replace("-", "−")}
          </text>
        ))}
      </svg>
    </figure>
  );
}
