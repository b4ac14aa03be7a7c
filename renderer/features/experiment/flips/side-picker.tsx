import type { MatrixView } from "../../../../workers/contract/views.ts";
import { columnName } from "./model/cell-words.ts";
import type { FlipsView, Side } from "./model/view.ts";

type Props = { readonly matrix: MatrixView; readonly sides: FlipsView["sides"]; readonly onChange: (sides: FlipsView["sides"]) => void };

/** Two sides whose differing items are wanted: runs, or arms by the majority of their seeds. */
export function SidePicker({ matrix, sides, onChange }: Props) {
  const arms = [...new Set(matrix.columns.map((column) => column.arm))].filter((arm) => matrix.columns.filter((column) => column.arm === arm).length > 1);
  const choice = (at: 0 | 1) => (
    <select
      aria-label={at === 0 ? "A" : "B"}
      value={keyOf(sides[at])}
      onChange={(event) => {
        const side = sideOf(event.target.value);
        onChange(at === 0 ? [side, sides[1]] : [sides[0], side]);
      }}
    >
      <option value="">choose…</option>
      {arms.map((arm) => (
        <option key={arm} value={`arm ${arm}`}>
          {arm} (most seeds)
        </option>
      ))}
      {matrix.columns.map((column) => (
        <option key={column.runId} value={`run ${column.runId}`}>
          {columnName(column)}
        </option>
      ))}
    </select>
  );
  return (
    <span>
      A {choice(0)} B {choice(1)}
    </span>
  );
}

function keyOf(side: Side | null): string {
  if (side === null) return "";
  return side.kind === "arm" ? `arm ${side.arm}` : `run ${side.runId}`;
}

function sideOf(key: string): Side | null {
  if (key.startsWith("arm ")) return { kind: "arm", arm: key.slice(4) };
  return key.startsWith("run ") ? { kind: "run", runId: key.slice(4) } : null;
}
