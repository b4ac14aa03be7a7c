import type { FieldPath } from "../../../workers/contract/yaml-text.ts";
import { knobWords } from "../../../workers/domain/analysis/knob-sweep.ts";
import { problemOf, SmallSelect, type Editing } from "./form-field.tsx";
import { listText, listValue } from "./list-text.ts";
import { withoutField, withValue } from "./yaml-form.ts";
import styles from "./new-sweep.module.css";

const knobs = {
  lora: ["rank", "alpha", "lr", "epochs", "train_items", "seed_init", "seed_order"],
  prefix: ["length", "lr", "epochs", "train_items", "seed_init", "seed_order"],
  prompt: ["shots", "train_items"],
  base: ["base"],
} as const;

/** The settings an arm is varied over: each value, and each combination, becomes an arm of its own. */
export function GridEditor({ editing, arm, kind }: { readonly editing: Editing; readonly arm: FieldPath; readonly kind: string }) {
  const { form, yaml, problems, onChange } = editing;
  const possible = [...new Set([...(kind.includes("lora") ? knobs.lora : []), ...(kind.includes("prefix") ? knobs.prefix : []), ...(kind.includes("prompt") ? knobs.prompt : []), ...knobs.base])];
  const grid = [...arm, "grid"];
  const varied = possible.filter((knob) => form.has([...grid, knob]));
  const take = (knob: string) => onChange(varied.length === 1 ? withoutField(yaml, grid) : withoutField(yaml, [...grid, knob]));
  return (
    <>
      {varied.map((knob) => {
        const problem = problemOf(problems, [...grid, knob]);
        const shown = listText(form.text([...grid, knob]));
        const write = (text: string) => (text.trim() === "" ? take(knob) : onChange(withValue(yaml, [...grid, knob], listValue(text))));
        return (
          <label key={knob} className={styles["small"]}>
            <span>{knobWords(knob)}: values</span>
            <input
              // Written when it is left: a list that is half typed, "4,", would lose its comma at once.
              key={shown}
              defaultValue={shown}
              aria-invalid={problem !== null}
              onBlur={(event) => write(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") event.currentTarget.blur();
              }}
            />
            {problem === null ? null : <span role="alert">{problem}</span>}
          </label>
        );
      })}
      <SmallSelect
        label="Vary"
        value=""
        options={[{ value: "", says: "nothing more" }, ...possible.filter((knob) => !varied.includes(knob)).map((knob) => ({ value: knob, says: knobWords(knob) }))]}
        onChange={(knob) => {
          if (knob !== "") onChange(withValue(yaml, [...grid, knob], starts[knob] ?? []));
        }}
      />
    </>
  );
}

const starts: Readonly<Record<string, readonly (string | number)[]>> = {
  rank: [4, 16], alpha: [16, 32], lr: [0.0001, 0.0003], epochs: [5, 10], train_items: [6, 12, 24], length: [32, 64, 128], shots: [0, 4, 8],
  base: ["builtin:smollm2-135m"], seed_init: [1, 2, 3], seed_order: [1, 2, 3],
};
