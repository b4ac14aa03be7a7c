import { useRef } from "react";
import type { CheckView } from "../../../workers/contract/views.ts";
import type { Problem } from "../../../workers/domain/errors.ts";
import { Button } from "../../components/button.tsx";
import { lineRange } from "./line-range.ts";
import { CheckSummary } from "./check-summary.tsx";
import styles from "./new-sweep.module.css";

type Props = {
  readonly yaml: string;
  readonly fileName: string;
  readonly problems: readonly Problem[];
  readonly check: CheckView | null;
  readonly onChange: (yaml: string) => void;
};

/** The file itself, what is wrong in it by line, and what it would do. */
export function FilePane({ yaml, fileName, problems, check, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const goTo = (line: number) => {
    const { start, end } = lineRange(yaml, line);
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <aside className={styles["file"]} aria-label="The experiment file">
      <h2>
        The file <small>{fileName}</small>
      </h2>
      <textarea ref={area} aria-label="Experiment file" spellCheck={false} wrap="off" value={yaml} onChange={(event) => onChange(event.target.value)} />
      {problems.length === 0 ? (
        <CheckSummary check={check} />
      ) : (
        <ul className={styles["problems"]} aria-label="Problems in the file" aria-live="polite">
          {problems.map((problem, index) => (
            <li key={index}>
              {problem.line === null ? null : (
                <Button kind="link" onClick={() => goTo(problem.line ?? 1)}>
                  line {problem.line}
                </Button>
              )}{" "}
              {problem.field === "" ? null : <code>{problem.field}</code>} {problem.message} {problem.fix}
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
