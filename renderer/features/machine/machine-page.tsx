import type { MachineView } from "../../../workers/contract/views.ts";
import { useMachine, useMachineTrace } from "../../client/hooks/machine.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { CpuTraces } from "./cpu-traces.tsx";
import { GateLine } from "./gate-line.tsx";
import { GpuPanel } from "./gpu-panel.tsx";
import { JobTable } from "./job-table.tsx";
import { machineSentence } from "./machine-sentence.ts";
import { useNextGate } from "./next-gate.ts";
import styles from "./machine-page.module.css";

/** The machine at work: per GPU where there is one, else what the jobs take of memory and processor. */
export function MachinePage() {
  const machine = useMachine();
  return (
    <Loaded query={machine} what="the machine">
      {(view) => (
        <Page title="Machine" crumb="This computer" say={machineSentence(view)}>
          <MachineBody view={view} />
        </Page>
      )}
    </Loaded>
  );
}

function MachineBody({ view }: { readonly view: MachineView }) {
  const trace = useMachineTrace().data ?? [view];
  const gate = useNextGate();
  return (
    <div className={styles["machine"]}>
      <GateLine gate={gate} hasGpu={view.gpus.length > 0} />
      {view.gpus.map((gpu) => (
        <GpuPanel key={gpu.uuid} gpu={gpu} trace={trace} gateFreeMib={gate?.freeMib ?? null} />
      ))}
      <CpuTraces view={view} trace={trace} />
      <JobTable jobs={view.jobs} />
    </div>
  );
}
