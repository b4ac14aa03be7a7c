import type { ArmView, RunView } from "../../../../workers/contract/views.ts";
import { RunLine } from "./run-line.tsx";
import styles from "./runs-tab.module.css";

type Props = { readonly arm: ArmView; readonly runs: readonly RunView[]; readonly experimentId: string; readonly basePass: number | null };

export function ArmRuns({ arm, runs, experimentId, basePass }: Props) {
  return (
    <tbody>
      <tr className={styles["arm"]}>
        <th scope="rowgroup" colSpan={8}>
          {arm.name} <small>{[...arm.recipe, arm.path].join(" \u00b7 ")}</small>
        </th>
      </tr>
      {runs.map((run) => (
        <RunLine key={run.id} run={run} experimentId={experimentId} basePass={arm.substrate === "none" ? null : basePass} />
      ))}
    </tbody>
  );
}
