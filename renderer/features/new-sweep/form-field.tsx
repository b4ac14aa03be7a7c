import type { Problem } from "../../../workers/domain/errors.ts";
import { fieldName, type FieldPath } from "../../../workers/contract/yaml-text.ts";
import { Field } from "../../components/field.tsx";
import { withField, withoutField, type YamlForm } from "./yaml-form.ts";
import styles from "./new-sweep.module.css";

/** What every field of the form works on. */
export type Editing = {
  readonly yaml: string;
  readonly form: YamlForm;
  readonly problems: readonly Problem[];
  readonly onChange: (yaml: string) => void;
};

type Props = {
  readonly editing: Editing;
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: string;
  /** What holds where the field is left empty. */
  readonly standard?: string;
  readonly options?: readonly string[];
};

/** One field of the file: its text, and what is wrong with it. */
export function FormField({ editing, path, label, hint, standard, options }: Props) {
  const { yaml, form, onChange } = editing;
  const listId = `${fieldName(path)}-options`;
  return (
    <Field label={label} problem={problemOf(editing.problems, path)} {...(hint === undefined ? {} : { hint })}>
      {(id, describedBy) => (
        <>
          <input id={id} aria-describedby={describedBy} value={form.text(path)} {...(standard === undefined ? {} : { placeholder: standard })} {...(options === undefined ? {} : { list: listId })} onChange={(event) => onChange(withField(yaml, path, event.target.value))} />
          {options === undefined ? null : (
            <datalist id={listId}>
              {options.map((option) => (
                <option key={option} value={option} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type SmallProps = Omit<Props, "hint" | "options"> & {
  /** The block that goes with the field when it is emptied, because it would be empty too. */
  readonly block?: FieldPath;
};

/** A small field inside an arm; its label stands above it. */
export function SmallField({ editing, path, label, standard = "", block }: SmallProps) {
  const { yaml, form, onChange } = editing;
  const problem = problemOf(editing.problems, path);
  const change = (text: string) => onChange(text === "" && block !== undefined ? withoutField(yaml, block) : withField(yaml, path, text));
  return (
    <label className={styles["small"]}>
      <span>{label}</span>
      <input value={form.text(path)} placeholder={standard} aria-invalid={problem !== null} onChange={(event) => change(event.target.value)} />
      {problem === null ? null : <span role="alert">{problem}</span>}
    </label>
  );
}

type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly says: string }[];
  readonly onChange: (value: string) => void;
};

/** A small choice inside an arm. */
export function SmallSelect({ label, value, options, onChange }: SelectProps) {
  return (
    <label className={styles["small"]}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.says}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is wrong at exactly this field, or null. */
export function problemOf(problems: readonly Problem[], path: FieldPath): string | null {
  const found = problems.find((problem) => problem.field === fieldName(path));
  return found === undefined ? null : `${found.message} ${found.fix}`;
}
