import { defaultLora, defaultPrefix, defaultPrefixTrain, defaultPrompt, defaultTrain } from "../../../workers/domain/experiment/defaults.ts";
import type { TrainSettings } from "../../../workers/domain/experiment/experiment.ts";
import { Button } from "../../components/button.tsx";
import { armKinds, kindOfArm, withKind } from "./arm-kinds.ts";
import { problemOf, SmallField, type Editing } from "./form-field.tsx";
import { withoutField } from "./yaml-form.ts";
import styles from "./new-sweep.module.css";

/** One arm: its name, where its skill lives, and the settings one most likely varies; the rest is in the file. */
export function ArmEditor({ editing, index }: { readonly editing: Editing; readonly index: number }) {
  const arm = ["arms", index] as const;
  const kind = kindOfArm(editing.form, arm);
  const name = editing.form.text([...arm, "name"]) || `arm ${index + 1}`;
  const problem = problemOf(editing.problems, arm);
  const change = (chosen: string) => {
    const to = armKinds.find((entry) => entry.kind === chosen)?.kind;
    if (to !== undefined) editing.onChange(withKind(editing.yaml, arm, { from: kind, to }));
  };
  return (
    <li className={styles["arm"]}>
      <div className={styles["settings"]}>
        <SmallField editing={editing} path={[...arm, "name"]} label="Name" />
        <label className={styles["small"]}>
          <span>Skill</span>
          <select value={kind} onChange={(event) => change(event.target.value)}>
            {armKinds.map((entry) => (
              <option key={entry.kind} value={entry.kind}>
                {entry.says}
              </option>
            ))}
          </select>
        </label>
        <Button className={styles["out"] ?? ""} aria-label={`Take the arm ${name} out`} onClick={() => editing.onChange(withoutField(editing.yaml, arm))}>
          Take out
        </Button>
      </div>
      <div className={styles["settings"]}>
        <Settings editing={editing} index={index} kind={kind} />
      </div>
      {problem === null ? null : <p role="alert" className={styles["problem"]}>{problem}</p>}
    </li>
  );
}

function Settings({ editing, index, kind }: { readonly editing: Editing; readonly index: number; readonly kind: string }) {
  const arm = ["arms", index] as const;
  const { prompt, lora, prefix } = { prompt: kind.includes("prompt"), lora: kind.includes("lora"), prefix: kind.includes("prefix") };
  return (
    <>
      {prompt ? <SmallField editing={editing} path={[...arm, "prompt", "shots"]} label="Shots" standard={String(defaultPrompt.shots)} /> : null}
      {lora ? (
        <>
          <SmallField editing={editing} path={[...arm, "lora", "rank"]} label="Rank" standard={String(defaultLora.rank)} />
          <SmallField editing={editing} path={[...arm, "lora", "alpha"]} label="Alpha" standard={String(defaultLora.alpha)} />
          <SmallField editing={editing} path={[...arm, "lora", "dropout"]} label="Dropout" standard={String(defaultLora.dropout)} />
        </>
      ) : null}
      {prefix ? <SmallField editing={editing} path={[...arm, "prefix", "length"]} label="Length" standard={String(defaultPrefix.length)} /> : null}
      {lora || prefix ? <Training editing={editing} index={index} standard={lora ? defaultTrain : defaultPrefixTrain} /> : null}
    </>
  );
}

function Training({ editing, index, standard }: { readonly editing: Editing; readonly index: number; readonly standard: TrainSettings }) {
  const train = ["arms", index, "train"] as const;
  return (
    <>
      <SmallField editing={editing} path={[...train, "lr"]} label="Learning rate" standard={String(standard.learningRate)} />
      <SmallField editing={editing} path={[...train, "epochs"]} label="Epochs" standard={String(standard.epochs)} />
      <SmallField editing={editing} path={[...train, "accumulate"]} label="Accumulate" standard={String(standard.accumulate)} />
      <SmallField editing={editing} path={[...train, "max_steps"]} label="Most steps" standard="all" />
    </>
  );
}
