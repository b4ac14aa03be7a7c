import { Button } from "../../components/button.tsx";
import { armKinds, kindOfArm, withKind } from "./arm-kinds.ts";
import { problemOf, SmallField, type Editing } from "./form-field.tsx";
import { GridEditor } from "./grid-editor.tsx";
import { PromptEditor } from "./prompt-editor.tsx";
import { LoraFields, PrefixFields, TrainFields } from "./trained-editor.tsx";
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
  const fixed = (["seed_init", "seed_order"] as const).every((seed) => (["train", "grid"] as const).some((block) => editing.form.has([...arm, block, seed])));
  // Seeds that are written down stay in sight, also where they draw nothing and the file is refused for them.
  const draws = ((lora || prefix) && !fixed) || editing.form.has([...arm, "prompt", "compile"]) || editing.form.has([...arm, "seeds"]);
  return (
    <>
      {prompt ? <PromptEditor editing={editing} arm={arm} /> : null}
      {lora ? <LoraFields editing={editing} arm={arm} /> : null}
      {prefix ? <PrefixFields editing={editing} arm={arm} /> : null}
      {lora || prefix ? <TrainFields editing={editing} arm={arm} kind={kind} /> : null}
      {draws ? <SmallField editing={editing} path={[...arm, "seeds"]} label="Own seeds" standard="all" /> : null}
      <GridEditor editing={editing} arm={arm} kind={kind} />
    </>
  );
}
