import type { ExperimentRow } from "../../../workers/contract/views.ts";
import { plural } from "../../components/format-count.ts";
import styles from "./evening.module.css";

type Props = { readonly rows: readonly ExperimentRow[]; readonly chosen: readonly string[]; readonly onChange: (ids: readonly string[]) => void };

/** The experiments that still have something to run. */
export function ExperimentChoice({ rows, chosen, onChange }: Props) {
  return (
    <fieldset className={styles["choice"]}>
      <legend>Experiments</legend>
      {rows.length === 0 ? <p>None has anything left to run. Start a new sweep first; what an evening is planned for is held until it begins.</p> : null}
      {rows.map(({ id, name, planned, finished, state }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))} /> {name}{" "}
          <small>
            {plural(planned - finished, "run")} left, {state}
          </small>
        </label>
      ))}
    </fieldset>
  );
}
