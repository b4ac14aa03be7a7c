import type { QueueView } from "../../../workers/contract/views.ts";
import { useCrashPolicy, usePauseQueue, useResumeQueue } from "../../client/hooks/queue.ts";
import { Button } from "../../components/button.tsx";
import { setQueueNotice, useQueueNotice } from "../../stores/queue-notice.ts";
import { showProblem } from "../../stores/toasts.ts";
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
      <MemoryRetries queue={queue} />
      <EndNotice />
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

const memoryRetries: readonly number[] = [0, 1, 2, 3, 5, 10];

/** How often a job that ran out of a GPU's memory goes back through the gate. */
function MemoryRetries({ queue }: { readonly queue: QueueView }) {
  const policy = useCrashPolicy();
  const choices = memoryRetries.includes(queue.memoryRetries) ? memoryRetries : [...memoryRetries, queue.memoryRetries];
  return (
    <label className={styles["policy"]} title="A job that ran out of a GPU's memory goes back through the memory gate so often">
      Out of memory{" "}
      <select value={queue.memoryRetries} onChange={(event) => policy.mutate({ afterCrash: queue.afterCrash, memoryRetries: Number(event.target.value) })}>
        {choices.map((count) => (
          <option key={count} value={count}>
            {count === 0 ? "fails" : `try ${count} more`}
          </option>
        ))}
      </select>
    </label>
  );
}

function EndNotice() {
  const wanted = useQueueNotice((store) => store.wanted);
  const change = (on: boolean) => void setQueueNotice(on).then((isOn) => {
    if (on && !isOn) showProblem(new Error("Notices are switched off for Flipbook in the settings of this browser or desktop."));
  });
  return (
    <label className={styles["policy"]} title="A notice of the desktop when the last job has ended">
      <input type="checkbox" checked={wanted} onChange={(event) => change(event.target.checked)} /> Tell me at the end
    </label>
  );
}
