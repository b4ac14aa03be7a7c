import type { CheckView } from "../../../workers/contract/views.ts";
import { plural } from "../../components/format-count.ts";
import styles from "./new-sweep.module.css";

/** What the file would do once it starts. */
export function CheckSummary({ check }: { readonly check: CheckView | null }) {
  if (check === null || check.kind === "problems") return <p className={styles["summary"]}>Checking the file…</p>;
  return (
    <div className={styles["summary"]} aria-live="polite">
      <p>
        <b>
          {plural(check.runs, "run")}, {plural(check.jobs, "job")}
        </b>{" "}
        on {check.task}: {check.arms.map((arm) => `${arm.name} ${plural(arm.runs, "run")}`).join(", ")}.
      </p>
      {check.notices.map((notice) => (
        <p key={notice} className={styles["notice"]}>
          {notice}
        </p>
      ))}
    </div>
  );
}
