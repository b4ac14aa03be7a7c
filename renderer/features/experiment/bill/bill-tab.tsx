import type { ArmView, BillRow, BillView } from "../../../../workers/contract/views.ts";
import { armCosts } from "../../../../workers/domain/analysis/bill-spread.ts";
import { useBill, useExperiment } from "../../../client/hooks/experiment.ts";
import { formatBytes, formatMib } from "../../../components/format-bytes.ts";
import { formatCount, plural } from "../../../components/format-count.ts";
import { formatDuration } from "../../../components/format-duration.ts";
import { Loaded } from "../../../components/loaded.tsx";
import { ArmCostTable } from "./arm-cost-table.tsx";
import { billByArm, billSentence, phases, sumOf, type ArmBill, type Phase } from "./bill-sums.ts";
import evidence from "../../../components/evidence.module.css";
import styles from "./bill.module.css";

/** What every run cost in time, tokens, bytes, memory and energy. */
export function BillTab({ experimentId }: { readonly experimentId: string }) {
  const bill = useBill(experimentId);
  const experiment = useExperiment(experimentId);
  return (
    <Loaded query={bill} what="the bill">
      {(view) => (
        <Loaded query={experiment} what="the arms">
          {({ arms }) => <Bill view={view} planned={arms} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Bill({ view, planned }: { readonly view: BillView; readonly planned: readonly ArmView[] }) {
  const arms = billByArm(view.rows);
  const costs = armCosts(view.rows, planned);
  return (
    <div className={evidence["page"]}>
      <p className={evidence["say"]}>{billSentence(arms, costs)}</p>
      {view.rows.length === 0 ? null : <ArmCostTable costs={costs} />}
      {arms.map((arm) => (
        <ArmTable key={arm.arm} bill={arm} />
      ))}
    </div>
  );
}

function ArmTable({ bill }: { readonly bill: ArmBill }) {
  const used = phases.filter((phase) => bill.seconds[phase] !== null);
  const longest = Math.max(1, ...bill.runs.map((row) => sumOf(used.map((phase) => row.seconds[phase])) ?? 0));
  return (
    <section aria-label={bill.arm}>
      <h2>
        {bill.arm} <small>{bill.totalSeconds === null ? "nothing was measured" : `${formatDuration(bill.totalSeconds * 1000)} over ${plural(bill.runs.length, "run")}`}</small>
      </h2>
      <div className={evidence["scroll"]}>
        <table className={evidence["table"]}>
          <thead>
            <tr>
              <th scope="col">Seed</th>
              <th scope="col">Time</th>
              {used.map((phase) => (
                <th key={phase} scope="col" className={evidence["number"]}>
                  <i className={styles[phase]} aria-hidden="true" /> {phase}
                </th>
              ))}
              <th scope="col" className={evidence["number"]}>Prompt tokens a call</th>
              <th scope="col" className={evidence["number"]}>Tokens in, out</th>
              <th scope="col" className={evidence["number"]}>Artifact</th>
              <th scope="col" className={evidence["number"]}>Trained parameters</th>
              <th scope="col" className={evidence["number"]}>Peak memory</th>
              <th scope="col" className={evidence["number"]}>Energy</th>
            </tr>
          </thead>
          <tbody>
            {bill.runs.map((row) => (
              <Line key={row.runId} row={row} used={used} longest={longest} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ row, used, longest }: { readonly row: BillRow; readonly used: readonly Phase[]; readonly longest: number }) {
  const number = (value: number | null, write: (value: number) => string) => <td className={evidence["number"]}>{value === null ? "–" : write(value)}</td>;
  return (
    <tr>
      <th scope="row">
        {row.seed ?? "–"}
        {row.takenOver === null ? null : <small> {row.takenOver.what} taken over from run {row.takenOver.run}</small>}
      </th>
      <td>
        <span className={styles["bar"]} aria-hidden="true">
          {used.map((phase) => (
            <i key={phase} className={styles[phase]} style={{ width: `${((row.seconds[phase] ?? 0) / longest) * 100}%` }} />
          ))}
        </span>
      </td>
      {used.map((phase) => (
        <td key={phase} className={evidence["number"]}>
          {row.seconds[phase] === null ? "–" : formatDuration(row.seconds[phase] * 1000)}
          {row.energyWhByPhase[phase] === null ? null : <small> {row.energyWhByPhase[phase].toFixed(2)} Wh</small>}
        </td>
      ))}
      {number(row.promptTokensPerCall, (value) => formatCount(Math.round(value)))}
      <td className={evidence["number"]}>
        {row.promptTokens === null ? "–" : formatCount(row.promptTokens)}, {row.completionTokens === null ? "–" : formatCount(row.completionTokens)}
      </td>
      {number(row.artifactBytes, formatBytes)}
      {number(row.trainableParameters, formatCount)}
      <td className={evidence["number"]}>
        {row.peakRssMib === null ? "–" : formatMib(row.peakRssMib)}
        {row.peakCudaMib === null ? null : <small> GPU {formatMib(row.peakCudaMib)}</small>}
      </td>
      <td className={evidence["number"]}>
        {row.energyWh === null ? "–" : `${row.energyWh.toFixed(2)} Wh`}
        {row.energyWh === null || row.takenOver === null ? null : <small> without the training</small>}
        {row.energyCoverage === null || row.energyCoverage >= 0.995 ? null : <small> from {Math.round(row.energyCoverage * 100)} % of its time</small>}
      </td>
    </tr>
  );
}
