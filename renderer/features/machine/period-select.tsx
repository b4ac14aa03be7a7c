import { useSetPeriod } from "../../client/hooks/machine.ts";
import styles from "./machine-page.module.css";

const periods: readonly number[] = [200, 500, 1_000, 2_000, 5_000];

/** How often the cards are read; faster than five times a second adds nothing, because utilisation is an average itself. */
export function PeriodSelect({ periodMs }: { readonly periodMs: number }) {
  const change = useSetPeriod();
  const all = periods.includes(periodMs) ? periods : [...periods, periodMs].sort((left, right) => left - right);
  return (
    <label className={styles["period"]}>
      Read every{" "}
      <select value={periodMs} onChange={(event) => change.mutate(Number(event.target.value))}>
        {all.map((ms) => (
          <option key={ms} value={ms}>
            {ms / 1000} s
          </option>
        ))}
      </select>
    </label>
  );
}
