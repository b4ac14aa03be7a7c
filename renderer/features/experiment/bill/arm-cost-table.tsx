import type { ArmCost, Measured } from "../../../../workers/domain/analysis/bill-spread.ts";
import { costIn, usedCostColumns, type CostColumn } from "../../../../workers/domain/analysis/cost-columns.ts";
import { formatBytes, formatMib } from "../../../components/format-bytes.ts";
import { formatCount } from "../../../components/format-count.ts";
import { formatDuration } from "../../../components/format-duration.ts";
import evidence from "../../../components/evidence.module.css";
import styles from "./bill.module.css";

type Column = { readonly title: string; readonly write: (value: number) => string };

const seconds = (title: string): Column => ({ title, write: (value) => formatDuration(value * 1000) });
const tokens = (value: number): string => formatCount(Math.round(value));

const columns: Readonly<Record<CostColumn, Column>> = {
  load: seconds("load"),
  compile: seconds("compile"),
  train: seconds("train"),
  score: seconds("score"),
  promptTokensPerCall: { title: "prompt tokens a call", write: tokens },
  promptTax: { title: "above the base’s", write: tokens },
  artifactBytes: { title: "artifact", write: formatBytes },
  peakRssMib: { title: "peak memory", write: formatMib },
  peakCudaMib: { title: "peak on the GPU", write: formatMib },
  energyWh: { title: "energy", write: (value) => `${value.toFixed(2)} Wh` },
  writerCost: { title: "paid to the writer", write: (value) => value.toFixed(4) },
};

/** What one run of each arm costs: the mean, and the spread over its runs. */
export function ArmCostTable({ costs }: { readonly costs: readonly ArmCost[] }) {
  const used = usedCostColumns(costs);
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
              {used.map((column) => (
                <th key={column} scope="col" className={evidence["number"]}>
                  {columns[column].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {costs.map((cost) => (
              <tr key={cost.arm}>
                <th scope="row">{cost.arm}</th>
                <td className={evidence["number"]}>{cost.runs}</td>
                {used.map((column) => (
                  <td key={column} className={evidence["number"]}>
                    <Amount of={costIn(cost, column)} write={columns[column].write} />
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
