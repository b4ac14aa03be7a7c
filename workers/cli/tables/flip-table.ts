import Table from "cli-table3";
import type { MatrixColumn, MatrixView } from "../../contract/views.ts";
import { changeFrom, outcomeAt } from "../../domain/outcome.ts";
import { assertNever } from "../../domain/assert-never.ts";
import type { Terminal } from "../terminal.ts";
import { counted, oneLine } from "../words.ts";
import { plainStyle, tableText } from "./table-style.ts";

/** An item on which runs differ from the base or from each other. */
type FlipRow = { readonly index: number; readonly cells: readonly string[]; readonly sensitive: boolean };

/**
 * Items down, the base first, then the runs: ▲ gain, ▼ loss, · unchanged. Only items that some run flips; those on
 * which seeds of one arm disagree are marked.
 */
export function flipTable(matrix: MatrixView, { colours, most }: { readonly colours: Terminal["colours"]; readonly most: number }): string {
  const shown = matrix.columns.filter((column) => /[pfe]/.test(column.outcomes));
  const rows = matrix.items.flatMap(({ index }) => flipRow(shown, index));
  if (rows.length === 0) return shown.length < 2 ? "Nothing can be compared yet." : "No item differs between these runs.";
  const order = rows.toSorted((left, right) => Number(right.sensitive) - Number(left.sensitive) || left.index - right.index);
  const table = new Table({ head: ["item", "", ...shown.map(heading), "input"], ...plainStyle(colours) });
  for (const { index, cells, sensitive } of order.slice(0, most)) {
    const item = matrix.items[index];
    table.push([item?.id ?? String(index), sensitive ? "*" : "", ...cells.map((cell) => coloured(cell, colours)), shorten(item?.input ?? "", 40)]);
  }
  const more = order.length - most;
  const notes = ["▲ gain  ▼ loss  · as the base  ✓ ✗ base right, wrong  ! error  ? not asked  * seeds of an arm disagree"];
  if (more > 0) notes.unshift(`… and ${counted(more, "more item")} that some run flips`);
  return `${tableText(table)}\n${colours.dim(notes.join("\n"))}`;
}

function flipRow(columns: readonly MatrixColumn[], index: number): readonly FlipRow[] {
  const cells = columns.map((column) => cellOf(columns, column, index));
  const sensitive = columns.some((column) => disagrees(columns, column, index));
  return sensitive || cells.some((cell) => cell === "▲" || cell === "▼") ? [{ index, cells, sensitive }] : [];
}

function cellOf(columns: readonly MatrixColumn[], column: MatrixColumn, index: number): string {
  const outcome = outcomeAt(column.outcomes, index);
  const base = baseOf(columns, column);
  if (base === undefined || base === column) return outcome === "pass" ? "✓" : outcome === "fail" ? "✗" : outcome === "error" ? "!" : "?";
  const change = changeFrom(outcomeAt(base.outcomes, index), outcome);
  switch (change) {
    case "gain":
      return "▲";
    case "loss":
      return "▼";
    case "same-pass":
    case "same-fail":
      return "·";
    case "error":
      return "!";
    case "missing":
      return "?";
    default:
      return assertNever(change);
  }
}

/** Results are compared inside one path only. */
function baseOf(columns: readonly MatrixColumn[], column: MatrixColumn): MatrixColumn | undefined {
  return columns.find((other) => other.substrate === "none" && other.path === column.path);
}

function disagrees(columns: readonly MatrixColumn[], column: MatrixColumn, index: number): boolean {
  const own = outcomeAt(column.outcomes, index);
  return columns.some((other) => {
    const theirs = outcomeAt(other.outcomes, index);
    return other.arm === column.arm && theirs !== own && [own, theirs].every((outcome) => outcome === "pass" || outcome === "fail");
  });
}

function heading(column: MatrixColumn): string {
  return column.seed === null ? column.arm : `${column.arm} ${column.seed}`;
}

function coloured(cell: string, colours: Terminal["colours"]): string {
  if (cell === "▲") return colours.blue(cell);
  return cell === "▼" ? colours.yellow(cell) : cell === "·" ? colours.dim(cell) : cell;
}

function shorten(text: string, most: number): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
