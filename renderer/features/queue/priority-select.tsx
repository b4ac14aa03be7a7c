import type { JobView } from "../../../workers/contract/views.ts";
import { useSetPriority } from "../../client/hooks/queue.ts";
import styles from "./queue-page.module.css";

const choices = [
  { value: "run 1", says: "this run first" },
  { value: "experiment 1", says: "its experiment first" },
  { value: "experiment 0", says: "in turn" },
  { value: "experiment -1", says: "its experiment last" },
  { value: "run -1", says: "this run last" },
] as const;

/** When a run's or an experiment's jobs come, against the others that wait. */
export function PrioritySelect({ job, name }: { readonly job: JobView; readonly name: string }) {
  const change = useSetPriority();
  return (
    <select
      className={styles["priority"]}
      aria-label={`When ${name} comes`}
      value={`experiment ${job.priority}`}
      onChange={(event) => {
        const [scope, priority] = event.target.value.split(" ");
        if (scope === "run" || scope === "experiment") change.mutate({ jobId: job.id, scope, priority: priority === "1" ? 1 : priority === "-1" ? -1 : 0 });
      }}
    >
      {choices.map(({ value, says }) => (
        <option key={value} value={value}>
          {value === `experiment ${job.priority}` ? currentWords[job.priority] : says}
        </option>
      ))}
    </select>
  );
}

const currentWords: Readonly<Record<JobView["priority"], string>> = { 1: "first", 0: "in turn", [-1]: "last" };
