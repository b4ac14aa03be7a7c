import { useState } from "react";
import { Link } from "wouter";
import type { AttemptView } from "../../../workers/contract/trace-view.ts";
import type { MachineView } from "../../../workers/contract/views.ts";
import { useAttempts, useMachine } from "../../client/hooks/machine.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { attemptKey } from "./attempt-key.ts";
import { AttemptTable } from "./attempt-table.tsx";
import { GateLine } from "./gate-line.tsx";
import { machineSentence } from "./machine-sentence.ts";
import { Overlay } from "./overlay.tsx";
import { PeriodSelect } from "./period-select.tsx";
import { Traces, usualSpanMs } from "./traces.tsx";
import { useNextGate } from "./next-gate.ts";
import styles from "./machine-page.module.css";

/** The machine at work and what it did: per GPU where there is one, else by the memory and processors that jobs take. */
export function MachinePage({ jobId }: { readonly jobId: string | null }) {
  const machine = useMachine();
  return (
    <Loaded query={machine} what="the machine">
      {(view) => (
        <Page title="Machine" say={machineSentence(view)} actions={<><Link href="/evening">Plan an evening</Link><PeriodSelect periodMs={view.periodMs} /></>}>
          <MachineBody view={view} jobId={jobId} />
        </Page>
      )}
    </Loaded>
  );
}

function MachineBody({ view, jobId }: { readonly view: MachineView; readonly jobId: string | null }) {
  const gate = useNextGate();
  const attempts = useAttempts().data ?? [];
  const [spanMs, setSpanMs] = useState(usualSpanMs);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const pair = compared.flatMap((key) => attempts.find((attempt) => attemptKey(attempt) === key) ?? []);
  const compare = (attempt: AttemptView): void => {
    const key = attemptKey(attempt);
    setCompared((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key].slice(-2)));
  };
  const [first, second] = pair;
  return (
    <div className={styles["machine"]}>
      <GateLine gate={gate} hasGpu={view.gpus.length > 0} />
      {first !== undefined && second !== undefined ? (
        <Overlay first={first} second={second} nowMs={view.atMs} onClose={() => setCompared([])} />
      ) : (
        <Traces key={jobId ?? "live"} view={view} gate={gate} chosen={attempts.find((attempt) => attempt.jobId === jobId) ?? null} waiting={jobId !== null && attempts.length === 0} spanMs={spanMs} onSpan={setSpanMs} />
      )}
      <AttemptTable attempts={attempts} compared={compared} chosen={jobId} onCompare={compare} />
    </div>
  );
}
