import { useTasks } from "../../client/hooks/task.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { ArmEditor } from "./arm-editor.tsx";
import { newArm, type ArmKind } from "./arm-kinds.ts";
import { FormField, problemOf, type Editing } from "./form-field.tsx";
import { withArm, withField, withoutField, withValue } from "./yaml-form.ts";
import styles from "./new-sweep.module.css";

const dtypes = ["bf16", "fp32", "nf4"] as const;
const offered: readonly { readonly kind: ArmKind; readonly says: string }[] = [
  { kind: "base", says: "+ base" },
  { kind: "prompt", says: "+ prompt" },
  { kind: "lora", says: "+ LoRA" },
  { kind: "prefix", says: "+ KV prefix" },
];

const squares = [
  { weights: "lora", says: "2 × 2: prompt, LoRA" },
  { weights: "prefix", says: "2 × 2: prompt, KV prefix" },
] as const;

/** One line of the file stands for four arms; a second click takes it out again. */
function withSquare({ yaml, form }: Editing, weights: string): string {
  return form.text(["factorial"]) === `[prompt,${weights}]` ? withoutField(yaml, ["factorial"]) : withValue(yaml, ["factorial"], ["prompt", weights]);
}

/** The fields one most likely wants to change; each change goes into the file at once. */
export function SweepForm({ editing }: { readonly editing: Editing }) {
  const tasks = useTasks().data ?? [];
  const { form, yaml, problems, onChange } = editing;
  const names = Array.from({ length: form.armCount }, (_, index) => form.text(["arms", index, "name"]));
  return (
    <form className={styles["form"]} onSubmit={(event) => event.preventDefault()}>
      <FormField editing={editing} path={["name"]} label="Name" />
      <FormField editing={editing} path={["task"]} label="Task" options={tasks.map((task) => task.name)} hint="A built-in task, or a folder with task.yaml and items.jsonl." />
      <FormField editing={editing} path={["base"]} label="Base model" hint="builtin:smollm2-135m, a hub id with its revision (owner/name@revision), or a folder." />
      <Field label="Number format" problem={problemOf(problems, ["paths", "peft", "dtype"])}>
        {(id, describedBy) => (
          <select id={id} aria-describedby={describedBy} value={form.text(["paths", "peft", "dtype"])} onChange={(event) => onChange(withField(yaml, ["paths", "peft", "dtype"], event.target.value))}>
            {form.has(["paths", "peft", "dtype"]) ? null : <option value="">bf16 (where none is named)</option>}
            {dtypes.map((dtype) => (
              <option key={dtype} value={dtype}>
                {dtype}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormField editing={editing} path={["seeds"]} label="Seeds" hint="1..5, or 1, 2, 7. Three at least, or nothing can be said about the seed." />
      <h2>Arms</h2>
      <ol>
        {names.map((_name, index) => (
          <ArmEditor key={index} editing={editing} index={index} />
        ))}
      </ol>
      <div className={styles["add"]}>
        {offered.map(({ kind, says }) => (
          <Button key={kind} onClick={() => onChange(withArm(yaml, newArm(kind, names)))}>
            {says}
          </Button>
        ))}
        {squares.map(({ weights, says }) => (
          <Button key={weights} kind="toggle" aria-pressed={form.text(["factorial"]) === `[prompt,${weights}]`} onClick={() => onChange(withSquare(editing, weights))}>
            {says}
          </Button>
        ))}
      </div>
      {form.has(["factorial"]) ? <p className={styles["summary"]}>The 2 × 2 adds what is missing of base, text alone, weights alone and both; what is listed above keeps its settings.</p> : null}
      <h2>Scoring and gate</h2>
      <FormField editing={editing} path={["score", "repeats"]} label="Repeats" standard="2" hint="How often every question is asked; repeats are compared byte for byte." />
      <FormField editing={editing} path={["score", "batch"]} label="Batch" standard="16" />
      <FormField editing={editing} path={["gate", "free_mib"]} label="Free MiB" standard="no gate" hint="GPU memory that must be free before a job starts; ignored, and said so, where there is no GPU." />
    </form>
  );
}
