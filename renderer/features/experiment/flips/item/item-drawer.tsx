import { useState } from "react";
import type { ItemView, MatrixView } from "../../../../../workers/contract/views.ts";
import { useItem } from "../../../../client/hooks/experiment.ts";
import { Button } from "../../../../components/button.tsx";
import { Loaded } from "../../../../components/loaded.tsx";
import { NotesPanel } from "../../../../components/notes/notes-panel.tsx";
import { classWords, type ItemClasses } from "../../../../figures/flip-matrix/classes.ts";
import { groupRuns, groupsSentence } from "./group-runs.ts";
import { MarginDots } from "./margin-dots.tsx";
import { OutputBox } from "./output-box.tsx";
import { RawOutputs } from "./raw-outputs.tsx";
import styles from "./item.module.css";

type Props = {
  readonly experimentId: string;
  readonly itemIndex: number;
  readonly matrix: MatrixView;
  readonly classes: ItemClasses;
  readonly onClose: () => void;
};

/** One item: its input, its gold, and what every run said, grouped by identical output. */
export function ItemDrawer({ experimentId, itemIndex, matrix, classes, onClose }: Props) {
  const item = useItem(experimentId, itemIndex);
  return (
    <aside
      className={styles["drawer"]}
      aria-label={`Item ${itemIndex + 1}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Loaded query={item} what="the item">
        {(view) => (view.index === itemIndex ? <Item experimentId={experimentId} view={view} matrix={matrix} classes={classes} onClose={onClose} /> : <p>Reading the item…</p>)}
      </Loaded>
    </aside>
  );
}

function Item({ experimentId, view, matrix, classes, onClose }: { readonly experimentId: string; readonly view: ItemView; readonly matrix: MatrixView; readonly classes: ItemClasses; readonly onClose: () => void }) {
  const [raw, setRaw] = useState(false);
  const groups = groupRuns(view, matrix);
  const arms = [...new Set(groups.filter((group) => !group.base).map((group) => group.arm))];
  return (
    <>
      <header className={styles["head"]}>
        <h2>Item {view.index + 1}</h2>
        <Button onClick={onClose} aria-label="Close the item">
          Close
        </Button>
      </header>
      <p className={styles["about"]}>
        {view.id} · {classText(classes, view.index)} · gold <span className={styles["mono"]}>{Object.values(view.gold).join(" / ")}</span>
      </p>
      <blockquote className={styles["input"]}>{view.input}</blockquote>
      {groups.length === 0 ? <p className={styles["about"]}>No run has answered this item yet.</p> : null}
      {groups.filter((group) => group.base).map((group) => (
        <OutputBox key={group.key} group={group} />
      ))}
      {arms.map((arm) => (
        <section key={arm} className={styles["arm"]}>
          {arms.length > 1 && groups.some((group) => group.arm === arm && group.seeds.length > 0) ? <h3>{arm}</h3> : null}
          <p className={styles["said"]}>{groupsSentence(groups, arm)}</p>
          {groups.filter((group) => group.arm === arm && !group.base).map((group) => (
            <OutputBox key={group.key} group={group} />
          ))}
        </section>
      ))}
      <MarginDots groups={groups} margins={marginsOf(matrix, view.index)} />
      {groups.length === 0 ? null : (
        <Button kind="toggle" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          Raw output side by side
        </Button>
      )}
      {raw ? <RawOutputs groups={groups} /> : null}
      <section className={styles["notes"]} aria-label="Notes on this item">
        <NotesPanel key={view.index} experimentId={experimentId} itemIndex={view.index} />
      </section>
    </>
  );
}

function marginsOf({ columns }: MatrixView, item: number): ReadonlyMap<string, number> {
  return new Map(columns.flatMap(({ runId, margins }): readonly (readonly [string, number])[] => {
    const margin = margins?.[item] ?? null;
    return margin === null ? [] : [[runId, margin]];
  }));
}

function classText(classes: ItemClasses, item: number): string {
  const name = classes.byItem[item] ?? "unjudged";
  const flips = classes.flipsByItem[item] ?? 0;
  const title = classWords(name, classes).title.replace(/s$/u, "").toLowerCase();
  if (!classes.withBase || classes.seeds === 0) return title;
  return flips === 0 ? `${title}, no seed flips it` : `${title}, flips under ${flips} of ${classes.seeds} seeds`;
}
