import { Button } from "../../../components/button.tsx";
import styles from "./labels.module.css";

/** A cell of a label table; `words` stand beside the count where it moved for better or worse. */
export type LabelCell = { readonly row: number; readonly column: number; readonly count: number; readonly items: readonly number[]; readonly gains?: number; readonly losses?: number };

type Props = {
  readonly labels: readonly string[];
  readonly cells: readonly LabelCell[];
  readonly title: string;
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly onOpen: (cell: LabelCell) => void;
};

/** Labels × labels with counts; only labels that occur have a row or column, and every count leads to its items. */
export function LabelTable({ labels, cells, title, rowTitle, columnTitle, onOpen }: Props) {
  const rows = [...new Set(cells.map((cell) => cell.row))].sort(byIndex);
  const columns = [...new Set(cells.map((cell) => cell.column))].sort(byIndex);
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const name = (label: number): string => (label < 0 ? "no readable answer" : (labels[label] ?? String(label)));
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              {rowTitle} ↓ {columnTitle} →
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles["turned"]}>
                <span>{name(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{name(row)}</th>
              {columns.map((column) => {
                const cell = at.get(`${row} ${column}`);
                return (
                  <td key={column} className={row === column ? styles["same"] : undefined}>
                    {cell === undefined ? null : (
                      <Button kind="link" aria-label={`${rowTitle} ${name(row)}, ${columnTitle} ${name(column)}: ${cell.count}`} onClick={() => onOpen(cell)}>
                        {cell.count}
                      </Button>
                    )}
                    {cell === undefined ? null : <Moves cell={cell} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Moves({ cell }: { readonly cell: LabelCell }) {
  const gains = cell.gains ?? 0;
  const losses = cell.losses ?? 0;
  return (
    <small>
      {gains > 0 ? <span className={styles["gain"]}> ▲{gains}</span> : null}
      {losses > 0 ? <span className={styles["loss"]}> ▼{losses}</span> : null}
    </small>
  );
}

/** "No readable answer" (−1) stands last. */
function byIndex(a: number, b: number): number {
  return (a < 0 ? Infinity : a) - (b < 0 ? Infinity : b) || 0;
}
