import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

type Props = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value, beside it. */
  readonly problem?: string | null;
  readonly children: (id: string, describedBy: string) => ReactNode;
};

/** A labelled form field with its hint and its problem. */
export function Field({ label, hint, problem = null, children }: Props) {
  const id = useId();
  const describedBy = `${id}-says`;
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <div className={styles["value"]}>
        {children(id, describedBy)}
        <div id={describedBy}>
          {problem === null ? null : (
            <p className={styles["problem"]} role="alert">
              {problem}
            </p>
          )}
          {hint === undefined ? null : <p className={styles["hint"]}>{hint}</p>}
        </div>
      </div>
    </div>
  );
}
