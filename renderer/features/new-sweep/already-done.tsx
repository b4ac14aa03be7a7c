import type { CheckView } from "../../../workers/contract/views.ts";
import { plural } from "../../components/format-count.ts";
import styles from "./new-sweep.module.css";

type Props = { readonly done: Extract<CheckView, { kind: "ok" }>["alreadyDone"]; readonly reuse: boolean; readonly onChange: (reuse: boolean) => void };

/** Offers what has the same task, recipe and seed and is done, instead of doing it twice. */
export function AlreadyDone({ done, reuse, onChange }: Props) {
  if (done.length === 0) return null;
  const from = [...new Set(done.map(({ experimentName }) => experimentName))];
  const names = done.map(({ arm, seed }) => (seed === null ? arm : `${arm}, seed ${seed}`)).join("; ");
  return (
    <label className={styles["reuse"]} title={`Same task, recipe and seed: ${names}`}>
      <input type="checkbox" checked={reuse} onChange={(event) => onChange(event.target.checked)} /> Take over {plural(done.length, "run")} that {done.length === 1 ? "is" : "are"} done already in {from.slice(0, 2).join(", ")}
      {from.length > 2 ? ` and ${from.length - 2} more` : ""}
    </label>
  );
}
