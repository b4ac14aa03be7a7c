import type { Request } from "../../contract/requests.ts";
import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import type { Comparison } from "../../domain/analysis/analysis.ts";
import { LabError } from "../../domain/errors.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";
import { matrixView } from "./matrix.ts";

type Side = Request<"experiment", "compare">["left"];
type Chosen = { readonly name: string; readonly matrix: MatrixView; readonly columns: readonly MatrixColumn[] };

/** Compares two arms, experiments or single runs, `right` minus `left`; another task or path is refused with the reason. */
export function compareSides({ db, statistics }: Pick<HandlerContext, "db" | "statistics">, input: Request<"experiment", "compare">): Promise<Comparison> {
  const [left, right] = [chosen(db, input.left), chosen(db, input.right)];
  refuseOtherTask(left, right);
  refuseOtherPath(left, right);
  return statistics.compare(columnSet(left), columnSet(right), { items: left.matrix.items.length, counting: input.counting });
}

function chosen(db: HandlerContext["db"], side: Side): Chosen {
  const experiment = foundExperiment(db, side.experiment);
  const matrix = matrixView({ db }, side.experiment);
  const columns = matrix.columns.filter((column) => column.arm === side.arm && (side.run === null || column.runId === side.run));
  const name = side.run === null ? `${experiment.name}: ${side.arm}` : `${experiment.name}: ${side.arm}${seedOf(columns[0])}`;
  if (columns.length === 0) throw new LabError("not-found", `${experiment.name} has no ${side.run === null ? `arm ${side.arm}` : `run ${side.run} in the arm ${side.arm}`}.`);
  return { name, matrix, columns };
}

function seedOf(column: MatrixColumn | undefined): string {
  return column?.seed === null || column === undefined ? "" : ` seed ${column.seed}`;
}

function refuseOtherTask(left: Chosen, right: Chosen): void {
  const [one, other] = [left.matrix.taskHash, right.matrix.taskHash];
  if (one === other) return;
  throw new LabError("invalid-comparison", `${left.name} and ${right.name} were scored on different tasks (${one.slice(0, 12)} and ${other.slice(0, 12)}): their items are not the same, so they cannot be paired.`);
}

function refuseOtherPath(left: Chosen, right: Chosen): void {
  const [one, other] = [left.columns[0]?.path, right.columns[0]?.path];
  if (one === other) return;
  throw new LabError("invalid-comparison", `${left.name} was scored through ${one}, ${right.name} through ${other}. A difference between them could come from the path; score both through the same one.`);
}

function columnSet({ name, columns }: Chosen): Parameters<HandlerContext["statistics"]["compare"]>[0] {
  return { name, columns: columns.map(({ seed, outcomes }) => ({ seed, outcomes })) };
}
