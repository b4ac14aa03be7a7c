import type { ArmCost, Measured } from "../../../../workers/domain/analysis/bill-spread.ts";
import { formatBytes, formatMib } from "../../../components/format-bytes.ts";
import { formatCount } from "../../../components/format-count.ts";
import { formatDuration } from "../../../components/format-duration.ts";
import evidence from "../../../components/evidence.module.css";
import styles from "./bill.module.css";

type Column = { readonly title: string; readonly of: (cost: ArmCost) => Measured; readonly write: (value: number) => string };

const seconds = (phase: string): Column => ({ title: phase, of: (cost) => cost.seconds[phase] ?? none, write: (value) => formatDuration(value * 1000) });
const none: Measured = { runs: 0, mean: { kind: "undefined", why: "it was not measured" }, spread: { kind: "undefined", why: "it was not measured" } };

const columns: readonly Column[] = [
  ...["load", "compile", "train", "score"].map(seconds),
  { title: "prompt tokens a call", of: (cost) => cost.promptTokensPerCall, write: (value) => formatCount(Math.round(value)) },
  { title: "above the base’s", of: (cost) => cost.promptTax, write: (value) => formatCount(Math.round(value)) },
  { title: "artifact", of: (cost) => cost.artifactBytes, write: formatBytes },
  { title: "peak memory", of: (cost) => cost.peakRssMib, write: formatMib },
  { title: "peak on the GPU", of: (cost) => cost.peakCudaMib, write: formatMib },
  { title: "energy", of: (cost) => cost.energyWh, write: (value) => `${value.toFixed(2)} Wh` },
  { title: "paid to the writer", of: (cost) => cost.writerCost, write: (value) => value.toFixed(4) },
];

/** What one run of each arm costs: the mean, and the spread over its runs. */
export function ArmCostTable({ costs }: { readonly costs: readonly ArmCost[] }) {
  const used = columns.filter(({ of }) => costs.some((cost) => of(cost).runs > 0));
  return (
    <section aria-label="One run of each arm">
      <h2>
        One run of each arm <small>mean, and ± the spread over its runs (n − 1)</small>
      </h2>
      <div className={evidence["scroll"]}>
        <table className={evidence["table"]}>
          <thead>
            <tr>
              <th scope="col">Arm</th>
              <th scope="col" className={evidence["number"]}>Runs</th>
              {used.map(({ title }) => (
                <th key={title} scope="col" className={evidence["number"]}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {costs.map((cost) => (
              <tr key={cost.arm}>
                <th scope="row">{cost.arm}</th>
                <td className={evidence["number"]}>{cost.runs}</td>
                {used.map(({ title, of, write }) => (
                  <td key={title} className={evidence["number"]}>
                    <Amount of={of(cost)} write={write} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {costs.map(({ arm, promptTokensPerCall, promptTax: { mean } }) =>
        promptTokensPerCall.runs === 0 || mean.kind === "value" ? null : (
          <p key={arm} className={evidence["note"]}>
            {arm}: {mean.why}, so nothing says how many prompt tokens it adds.
          </p>
        ))}
    </section>
  );
}

function Amount({ of: { mean, spread }, write }: { readonly of: Measured; readonly write: (value: number) => string }) {
  if (mean.kind === "undefined") return <>–</>;
  return (
    <>
      {write(mean.value)}
      {spread.kind === "value" ? <small className={styles["spread"]}> ± {write(spread.value)}</small> : null}
    </>
  );
}
