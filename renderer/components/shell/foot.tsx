import { Link } from "wouter";
import type { JobView, MachineView, QueueView } from "../../../workers/contract/views.ts";
import { useMachine, useMachineTrace } from "../../client/hooks/machine.ts";
import { useQueue } from "../../client/hooks/queue.ts";
import { formatMib } from "../format-bytes.ts";
import { formatCount } from "../format-count.ts";
import { formatMoment } from "../format-date.ts";
import { formatLoss } from "../format-loss.ts";
import { formatProgress, phaseWord } from "../format-progress.ts";
import { jobName } from "../state-words.ts";
import { memoryNow, memoryTrace } from "../machine-memory.ts";
import { Sparkline } from "./sparkline.tsx";
import styles from "./foot.module.css";

/** The bottom line of every page: the machine, the job at work, what waits and when it will be done. */
export function Foot() {
  const machine = useMachine().data;
  const trace = useMachineTrace().data;
  const queue = useQueue().data;
  const running = queue?.running[0];
  return (
    <footer className={styles["foot"]}>
      <Link href="/machine" className={styles["part"]} title="To the machine">
        {machine === undefined ? <span>The machine is being read…</span> : <MachinePart machine={machine} />}
        {trace === undefined ? null : <Sparkline values={memoryTrace(trace)} />}
      </Link>
      <Link href="/queue" className={`${styles["part"] ?? ""} ${styles["work"] ?? ""}`} title="To the queue">
        {running === undefined ? <span>Nothing runs</span> : <JobPart job={running} />}
        {queue === undefined ? null : (
          <span className={styles["rest"]}>
            {queueWords(queue)}
          </span>
        )}
      </Link>
      {machine === undefined || machine.tonight === null ? null : (
        <Link href="/evening" className={`${styles["part"] ?? ""} ${styles["energy"] ?? ""}`} title={`What the cards took since ${formatMoment(machine.tonight.sinceMs)} while jobs were at work. To the evenings`}>
          {energyWords(machine.tonight.wattHours)} tonight
        </Link>
      )}
    </footer>
  );
}

function energyWords(wattHours: number): string {
  return wattHours >= 100 ? `${(wattHours / 1000).toFixed(2)} kWh` : `${wattHours.toFixed(1)} Wh`;
}

function queueWords({ paused, waiting, doneAboutMs }: QueueView): string {
  const held = waiting.filter((job) => job.state === "held").length;
  const parts = [
    paused ? "queue paused" : null,
    waiting.length === held ? "nothing waits" : `${formatCount(waiting.length - held)} waiting`,
    held === 0 ? null : `${formatCount(held)} held`,
    doneAboutMs === null || paused ? null : `done about ${formatMoment(doneAboutMs)}`,
  ];
  return parts.filter((part) => part !== null).join(" \u00b7 ");
}

function MachinePart({ machine }: { readonly machine: MachineView }) {
  const memory = memoryNow(machine);
  const gpu = machine.gpus[0];
  const power = gpu?.powerWatts ?? null;
  const temperature = gpu?.temperatureC ?? null;
  return (
    <>
      <span className={styles["memory"]} title={machine.gpuState ?? undefined}>
        <b>{memory.label}</b> {memory.usedMib === null ? "unknown" : formatCount(Math.round(memory.usedMib))} / {memory.totalMib === null ? "unknown" : formatMib(memory.totalMib)}
      </span>
      {power === null && temperature === null ? null : (
        <span className={styles["rest"]}>
          {[power === null ? null : `${Math.round(power)} W`, temperature === null ? null : `${Math.round(temperature)} \u00b0C`].filter((part) => part !== null).join(" \u00b7 ")}
        </span>
      )}
    </>
  );
}

function JobPart({ job }: { readonly job: JobView }) {
  const steps = job.progress === null ? "" : `, ${formatProgress(job.progress)}`;
  const loss = job.loss === null ? "" : `, loss ${formatLoss(job.loss)}`;
  return (
    <span className={styles["job"]}>
      <b>{jobName(job)}</b> {phaseWord(job.phase)}
      {steps}
      {loss}
    </span>
  );
}
