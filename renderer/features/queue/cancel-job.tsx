import { useState } from "react";
import type { JobView } from "../../../workers/contract/views.ts";
import { useCancelJob } from "../../client/hooks/queue.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { jobName } from "../../components/state-words.ts";

/** Cancelling loses work, so it asks first. */
export function CancelJob({ job }: { readonly job: JobView }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelJob();
  const running = job.state === "running";
  return (
    <>
      <Button aria-label={`Cancel ${jobName(job)} ${job.kind}`} onClick={() => setAsking(true)}>
        Cancel…
      </Button>
      {asking ? (
        <ConfirmDialog title={`Cancel ${jobName(job)}?`} confirm="Cancel the job" keep="Let it be" onConfirm={() => cancel.mutate({ jobId: job.id })} onClose={() => setAsking(false)}>
          <p>
            {running ? "The job is asked to stop and gets two seconds to finish what it is writing. " : ""}
            Its run counts as cancelled and so does what depends on it; “Retry” on the experiment’s page brings it back.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
