import type { ExperimentView } from "../../../../workers/contract/views.ts";
import { useExperiment } from "../../../client/hooks/experiment.ts";
import { Loaded } from "../../../components/loaded.tsx";
import { ArmRuns } from "./arm-runs.tsx";
import styles from "./runs-tab.module.css";

/** Every run by arm: what it does now, what it scored against the base, or why it failed. */
export function RunsTab({ experimentId }: { readonly experimentId: string }) {
  const experiment = useExperiment(experimentId);
  return (
    <Loaded query={experiment} what="the runs">
      {(view) => <RunsTable view={view} />}
    </Loaded>
  );
}

function RunsTable({ view }: { readonly view: ExperimentView }) {
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col" className={styles["number"]}>Score</th>
            <th scope="col" className={styles["number"]}>Against base</th>
            <th scope="col" className={styles["number"]}>Last loss</th>
            <th scope="col">Repeats</th>
            <th scope="col">Artifact</th>
            <th scope="col">
              <span className={styles["hidden"]}>Actions</span>
            </th>
          </tr>
        </thead>
        {view.arms.map((arm) => (
          <ArmRuns key={arm.name} arm={arm} runs={view.runs.filter((run) => run.arm === arm.name)} experimentId={view.id} basePass={basePassOn(view, arm.path)} />
        ))}
      </table>
    </div>
  );
}

/** Passed items of the base on the same path; results are compared inside one path only. */
function basePassOn(view: ExperimentView, path: string): number | null {
  const base = view.arms.find((arm) => arm.substrate === "none" && arm.path === path);
  return view.runs.find((run) => run.arm === base?.name && run.state === "done")?.score?.pass ?? null;
}
