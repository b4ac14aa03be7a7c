import { useState } from "react";
import { useLocation } from "wouter";
import type { MatrixView } from "../../workers/contract/views.ts";
import { openItem } from "../stores/selection.ts";
import { Button } from "./button.tsx";
import styles from "./evidence.module.css";

type Props = { readonly experimentId: string; readonly items: readonly number[]; readonly matrix: MatrixView; readonly title: string; readonly onClose?: () => void };

const shown = 12;

/** Items as links into the flip matrix, each with the beginning of its input. */
export function ItemLinks({ experimentId, items, matrix, title, onClose }: Props) {
  const [all, setAll] = useState(false);
  const [, navigate] = useLocation();
  return (
    <div className={styles["items"]}>
      <h3>
        {title} {onClose === undefined ? null : <Button kind="link" onClick={onClose}>Close</Button>}
      </h3>
      {items.length === 0 ? <p>No item.</p> : null}
      <ol>
        {(all ? items : items.slice(0, shown)).map((index) => {
          const item = matrix.items[index];
          return (
            <li key={index}>
              <Button
                kind="link"
                onClick={() => {
                  openItem(experimentId, index);
                  navigate(`/experiment/${experimentId}/flips`);
                }}
              >
                {index + 1}
              </Button>{" "}
              {item?.input.slice(0, 160)} <code>{matrix.labels[item?.gold ?? -1]}</code>
            </li>
          );
        })}
      </ol>
      {items.length > shown && !all ? <Button kind="link" onClick={() => setAll(true)}>All {items.length} items</Button> : null}
    </div>
  );
}
