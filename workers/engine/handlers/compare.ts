import type { Request } from "../../contract/requests.ts";
import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import type { Comparison } from "../../domain/analysis/analysis.ts";
import { LabError } from "../../domain/errors.ts";
import { isOver } from "../../domain/job.ts";
import { isBase } from "./analysis-input.ts";
import type { HandlerContext } from "./context.ts";
import { foundExperiment } from "./found.ts";
import { matrixView } from "./matrix.ts";

type Side = Request<"experiment", "compare">["left"];
type Chosen = { readonly name: string; readonly matrix: MatrixView; readonly columns: readonly MatrixColumn[] };

/** Compares two arms, experiments or single runs, `right` minus `left`; another task or path is refused with the reason. */
export function compareSides({ db, statistics }: Pick<HandlerContext, "db" | "statistics">, input: Request<"experiment", "compare">): Promise<Comparison> {
  const { counting, reliableShare, leaveOutSetAside } = input;
  const [left, right] = [input.left, input.right].map((side) => chosen(db, side, leaveOutSetAside));
  if (left === undefined || right === undefined) throw new Error("a comparison has two sides");
  refuseOtherTask(left, right);
  refuseOtherPath(left, right);
  return statistics.compare(columnSet(left), columnSet(right), { items: left.matrix.items.length, counting, reliableShare });
}

function chosen(db: HandlerContext["db"], side: Side, leaveOutSetAside: boolean): Chosen {
  const experiment = foundExperiment(db, side.experiment);
  const matrix = matrixView({ db }, side.experiment, { margins: false });
  const meant = matrix.columns.filter((column) => (side.run !== null ? column.runId === side.run && (side.arm === null || column.arm === side.arm) : side.arm === null ? !isBase(column) : column.arm === side.arm));
  if (meant.length === 0) throw new LabError("not-found", `${experiment.name} has no ${side.run !== null ? `run ${side.run}${side.arm === null ? "" : ` in the arm ${side.arm}`}` : side.arm === null ? "run besides its base" : `arm ${side.arm}`}.`);
  const name = sideName(experiment.name, side, meant[0]);
  refuseSeveralPaths(name, meant);
  // A single run that somebody chose is what they want to see, set aside or at work.
  const columns = side.run !== null ? meant : meant.filter((column) => isOver(column.state) && !(leaveOutSetAside && column.setAside !== null));
  if (columns.length === 0) throw new LabError("invalid-comparison", `No run of ${name} can be compared: ${meant.every(({ state }) => isOver(state)) ? "all of them were set aside" : "none has ended yet"}.`);
  return { name, matrix, columns };
}

function sideName(experiment: string, side: Side, first: MatrixColumn | undefined): string {
  if (side.run !== null) return `${experiment}: ${first?.arm ?? ""}${first === undefined || first.seed === null ? "" : ` seed ${first.seed}`}`;
  return side.arm === null ? `${experiment}, all arms` : `${experiment}: ${side.arm}`;
}

function refuseSeveralPaths(name: string, columns: readonly MatrixColumn[]): void {
  const paths = [...new Set(columns.map((column) => column.path))];
  if (paths.length > 1) throw new LabError("invalid-comparison", `${name} were scored through ${paths.join(" and ")}. Results are compared inside one path only; choose one arm.`);
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
