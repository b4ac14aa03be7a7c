import type { MemoryTrace } from "../machine-memory.ts";
import styles from "./sparkline.module.css";

const width = 120;
const height = 24;

/** Memory over the last minutes against what there is, with its peak as a dashed line. */
export function Sparkline({ values }: { readonly values: MemoryTrace }) {
  const { shares, peakShare } = values;
  if (shares.length < 2) return null;
  const y = (share: number) => (height - 2 - share * (height - 4)).toFixed(1);
  const points = shares.map((share, index) => `${((index / (shares.length - 1)) * width).toFixed(1)},${y(share)}`).join(" ");
  return (
    <svg className={styles["spark"]} width={width} height={height} role="img" aria-label={`Memory of the last minutes, peak ${Math.round(peakShare * 100)} percent`}>
      <polyline points={points} />
      <line x1="0" x2={width} y1={y(peakShare)} y2={y(peakShare)} />
    </svg>
  );
}
