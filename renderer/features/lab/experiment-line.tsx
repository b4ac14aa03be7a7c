import { Link } from "wouter";
import type { ExperimentRow } from "../../../workers/contract/views.ts";
import { Chip } from "../../components/chip.tsx";
import { formatDate } from "../../components/format-date.ts";
import { experimentStateWords } from "../../components/state-words.ts";
import { ScoreAxis } from "./score-axis.tsx";
import styles from "./experiment-line.module.css";

export function ExperimentLine({ row }: { readonly row: ExperimentRow }) {
  return (
    <Link href={`/experiment/${row.id}`} className={styles["line"]}>
      <span className={styles["what"]}>
        <span className={styles["name"]}>{row.name}</span>
        <span className={styles["where"]}>
          {row.taskName} · {row.paths.join(", ")} · {formatDate(row.createdMs)}
        </span>
      </span>
      <span className={styles["state"]}>{experimentStateWords(row)}</span>
      <ScoreAxis row={row} />
      <span className={styles["note"]}>
        {row.note === null ? null : <span className={styles["text"]}>{row.note}</span>}
        {row.tags.length === 0 ? null : (
          <span className={styles["tags"]}>
            {row.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        )}
      </span>
    </Link>
  );
}
