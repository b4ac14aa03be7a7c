import type { Request } from "../../../../workers/contract/requests.ts";
import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { useExperiment } from "../../../client/hooks/experiment.ts";
import { useLab } from "../../../client/hooks/lab.ts";
import styles from "../../../components/evidence.module.css";

export type CompareSide = Request<"experiment", "compare">["left"];

type Props = { readonly name: string; readonly side: CompareSide; readonly onChange: (side: CompareSide) => void };

/** Which experiment, arm and run stand on one side of a comparison. */
export function SideSelect({ name, side, onChange }: Props) {
  const experiment = useExperiment(side.experiment).data;
  return (
    <fieldset className={styles["tools"]}>
      <legend>{name}</legend>
      <ExperimentSelect name={name} side={side} onChange={onChange} />
      <ArmSelect name={name} side={side} experiment={experiment} onChange={onChange} />
      {side.arm === null ? null : <RunSelect name={name} side={side} experiment={experiment} onChange={onChange} />}
    </fieldset>
  );
}

function ExperimentSelect({ name, side, onChange }: Props) {
  const lab = useLab().data;
  const choose = (id: string) => {
    const row = lab?.experiments.find((one) => one.id === id);
    onChange({ experiment: id, arm: row?.arms.at(-1)?.name ?? "", run: null });
  };
  return (
    <select className={styles["select"]} aria-label={`${name}: experiment`} value={side.experiment} onChange={(event) => choose(event.target.value)}>
      {(lab?.experiments ?? []).map((row) => (
        <option key={row.id} value={row.id}>
          {row.name}
        </option>
      ))}
    </select>
  );
}

type InExperiment = Props & { readonly experiment: ExperimentView | undefined };

/** An arm, or the experiment with all of its arms but the base. */
function ArmSelect({ name, side, experiment, onChange }: InExperiment) {
  const arms = experiment?.arms ?? [];
  const all = arms.filter((arm) => arm.substrate !== "none").length > 1 || side.arm === null;
  const choose = (key: string) => onChange({ ...side, arm: key === "all" ? null : key.slice(4), run: null });
  return (
    <select className={styles["select"]} aria-label={`${name}: arm`} value={side.arm === null ? "all" : `arm ${side.arm}`} onChange={(event) => choose(event.target.value)}>
      {all ? <option value="all">all arms but the base</option> : null}
      {arms.map((arm) => (
        <option key={arm.name} value={`arm ${arm.name}`}>
          {arm.name}
        </option>
      ))}
    </select>
  );
}

function RunSelect({ name, side, experiment, onChange }: InExperiment) {
  const runs = experiment?.runs.filter((run) => run.arm === side.arm) ?? [];
  return (
    <select className={styles["select"]} aria-label={`${name}: run`} value={side.run ?? ""} onChange={(event) => onChange({ ...side, run: event.target.value === "" ? null : event.target.value })}>
      <option value="">{runs.length === 1 ? "its run" : `all ${runs.length} runs`}</option>
      {runs.map((run) => (
        <option key={run.id} value={run.id}>
          {run.seed === null ? run.arm : `seed ${run.seed}`}
        </option>
      ))}
    </select>
  );
}
