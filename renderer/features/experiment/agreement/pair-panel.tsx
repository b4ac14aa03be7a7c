import type { MatrixView } from "../../../../workers/contract/views.ts";
import type { ArmAnalysis } from "../../../../workers/domain/analysis/analysis.ts";
import { ItemLinks } from "../../../components/item-links.tsx";
import { pairItems, type AgreementKind } from "./pair-items.ts";
import styles from "../../../components/evidence.module.css";

/** Two runs and what is compared between them. */
export type Pair = { readonly a: string; readonly b: string; readonly kind: AgreementKind };

type Props = { readonly arms: readonly ArmAnalysis[]; readonly matrix: MatrixView; readonly experimentId: string; readonly pair: Pair; readonly onChange: (pair: Pair) => void };

/** Any two runs, chosen in the square above or here: how many items they agree on, and the items on which they do not. */
export function PairPanel({ arms, matrix, experimentId, pair, onChange }: Props) {
  const found = pairItems(matrix, pair, pair.kind);
  const choice = (side: "a" | "b") => (
    <select className={styles["select"]} aria-label={side === "a" ? "One run" : "Other run"} value={pair[side]} onChange={(event) => onChange({ ...pair, [side]: event.target.value })}>
      {arms.flatMap((arm) =>
        arm.all.runs.map((run) => (
          <option key={run.runId} value={run.runId}>
            {run.seed === null ? arm.name : `${arm.name}, seed ${run.seed}`}
          </option>
        )),
      )}
    </select>
  );
  return (
    <div className={styles["stack"]}>
      <p className={styles["tools"]}>
        <span>Where do</span> {choice("a")} <span>and</span> {choice("b")} <span>differ in their</span>
        <select className={styles["select"]} aria-label="Compared by" value={pair.kind} onChange={(event) => onChange({ ...pair, kind: event.target.value === "outcome" ? "outcome" : "prediction" })}>
          <option value="prediction">predictions</option>
          <option value="outcome">outcomes</option>
        </select>
      </p>
      {pair.a === pair.b || found === null ? (
        <p className={styles["note"]}>Choose two different runs, here or in the square above.</p>
      ) : (
        <ItemLinks experimentId={experimentId} items={found.differing} matrix={matrix} title={`They agree on ${found.compared - found.differing.length} of the ${found.compared} items that both answered and differ on ${found.differing.length}`} />
      )}
    </div>
  );
}
