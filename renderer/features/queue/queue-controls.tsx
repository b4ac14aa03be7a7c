import type { QueueView } from "../../../workers/contract/views.ts";
import { useCrashPolicy, usePauseQueue, useResumeQueue } from "../../client/hooks/queue.ts";
import { Button } from "../../components/button.tsx";
import styles from "./queue-page.module.css";

const policies: readonly { readonly value: QueueView["afterCrash"]; readonly says: string }[] = [
  { value: "go-on", says: "go on with the next job" },
  { value: "pause", says: "pause the queue" },
  { value: "retry", says: "try the job again" },
];

export function QueueControls({ queue }: { readonly queue: QueueView }) {
  const pause = usePauseQueue();
  const resume = useResumeQueue();
  const policy = useCrashPolicy();
  return (
    <>
      <label className={styles["policy"]}>
        After a crash{" "}
        <select
          value={queue.afterCrash}
          onChange={(event) => {
            const chosen = policies.find(({ value }) => value === event.target.value);
            if (chosen !== undefined) policy.mutate({ afterCrash: chosen.value });
          }}
        >
          {policies.map(({ value, says }) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </select>
      </label>
      {queue.paused ? (
        <Button kind="main" onClick={() => resume.mutate()}>
          Resume
        </Button>
      ) : (
        <Button onClick={() => pause.mutate()} title="Running jobs go on; nothing new starts">
          Pause
        </Button>
      )}
    </>
  );
}
