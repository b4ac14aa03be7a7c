import type { Request } from "../../../../workers/contract/requests.ts";
import { useExperiment } from "../../../client/hooks/experiment.ts";
import { useLab } from "../../../client/hooks/lab.ts";
import styles from "../../../components/evidence.module.css";

export type CompareSide = Request<"experiment", "compare">["left"];

type Props = { readonly name: string; readonly side: CompareSide; readonly onChange: (side: CompareSide) => void };

/** Which experiment, arm and run stand on one side of a comparison. */
export function SideSelect({ name, side, onChange }: Props) {
  const lab = useLab().data;
  const experiment = useExperiment(side.experiment).data;
  const runs = experiment?.runs.filter((run) => run.arm === side.arm) ?? [];
  return (
    <fieldset className={styles["tools"]}>
      <legend>{name}</legend>
      <select
        className={styles["select"]}
        aria-label={`${name}: experiment`}
        value={side.experiment}
        onChange={(event) => {
          const row = lab?.experiments.find((one) => one.id === event.target.value);
          onChange({ experiment: event.target.value, arm: row?.arms.at(-1)?.name ?? "", run: null });
        }}
      >
        {(lab?.experiments ?? []).map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
      <select className={styles["select"]} aria-label={`${name}: arm`} value={side.arm} onChange={(event) => onChange({ ...side, arm: event.target.value, run: null })}>
        {(experiment?.arms ?? []).map((arm) => (
          <option key={arm.name}>{arm.name}</option>
        ))}
      </select>
      <select className={styles["select"]} aria-label={`${name}: run`} value={side.run ?? ""} onChange={(event) => onChange({ ...side, run: event.target.value === "" ? null : event.target.value })}>
        <option value="">{runs.length === 1 ? "its run" : `all ${runs.length} runs`}</option>
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {run.seed === null ? run.arm : `seed ${run.seed}`}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
