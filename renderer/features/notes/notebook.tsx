import { Link } from "wouter";
import { useLab } from "../../client/hooks/lab.ts";
import { formatDate } from "../../components/format-date.ts";
import { Loaded } from "../../components/loaded.tsx";
import styles from "./notes-page.module.css";

/** Every experiment with the first line of its newest note. */
export function Notebook() {
  const lab = useLab();
  return (
    <Loaded query={lab} what="the notebook">
      {({ experiments }) => {
        const noted = experiments.filter((row) => row.note !== null);
        const bare = experiments.filter((row) => row.note === null);
        return (
          <>
            {noted.length === 0 ? <p className={styles["none"]}>No experiment has a note yet.</p> : null}
            <ul className={styles["list"]}>
              {[...noted, ...bare].map((row) => (
                <li key={row.id}>
                  <Link href={`/notes/${row.id}`}>{row.name}</Link> <small>{formatDate(row.createdMs)}</small>
                  {row.note === null ? null : <p>{row.note}</p>}
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
