import { useMemo, useRef } from "react";
import { cellWords } from "../model/cell-words.ts";
import type { Cursor } from "../model/move.ts";
import { placed } from "./build-scene.ts";
import { CellTip } from "./cell-tip.tsx";
import { GridMirror } from "./grid-mirror.tsx";
import type { Scene } from "./scene.ts";
import { useMatrixInput } from "./use-matrix-input.ts";
import { usePainter } from "./use-painter.ts";
import { useSize } from "./use-port.ts";
import styles from "./matrix.module.css";

type Props = {
  readonly arranged: Omit<Scene, "geometry">;
  readonly openItem: number | null;
  readonly brushed: ReadonlySet<number>;
  readonly onOpen: (item: number) => void;
  readonly onBrush: (items: readonly number[], add: boolean) => void;
};

/** The matrix on a canvas under a real scroller; keys and screen readers meet a grid with the cells around the cursor. */
export function MatrixCanvas({ arranged, openItem, brushed, onOpen, onBrush }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const scene = useMemo(() => placed(arranged, width), [arranged, width]);
  const { cursor, hover, focused, handlers, forgetHover } = useMatrixInput(scene, { onOpen, onBrush });
  const ask = usePainter(canvas, scroller, { scene, pointed: { cursor, hover, open: openItem, brushed, focused } });
  const { geometry } = scene;
  return (
    <div className={styles["matrix"]}>
      <canvas ref={canvas} aria-hidden="true" />
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="grid"
        tabIndex={0}
        aria-label="Items by runs; arrows move, Enter opens an item, Space and Shift with arrows brush items"
        aria-rowcount={scene.rows.length + 1}
        aria-colcount={scene.columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={cursor === null ? undefined : "flip-cell"}
        onScroll={() => {
          ask();
          forgetHover();
        }}
        {...handlers}
      >
        <div className={styles["sheet"]} style={{ width: geometry.labelWidth + geometry.sheet.width, height: geometry.headerHeight + geometry.sheet.height }} />
        <GridMirror scene={scene} cursor={cursor} brushed={brushed} />
      </div>
      {hover === null ? null : <CellTip scene={scene} at={hover} room={width} />}
      <p className={styles["live"]} aria-live="polite">
        {cursor === null || !focused ? "" : spoken(scene, cursor)}
      </p>
    </div>
  );
}

function spoken(scene: Scene, at: Cursor): string {
  const row = scene.rows[at.row];
  if (row?.kind !== "item") return "";
  const words = cellWords(scene.matrix, scene.grid, { column: scene.columns[at.column] ?? 0, item: row.index });
  return `${words.title}: ${words.outcome}; ${words.lines.join("; ")}`;
}
