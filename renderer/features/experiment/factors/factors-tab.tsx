import { useMemo, type ReactNode } from "react";
import { Evidence } from "../../../components/evidence.tsx";
import { FigureView } from "../../../components/figure-view.tsx";
import { missingSquares, squaresOf } from "../../../figures/factorial/factorial-data.ts";
import type { FigureSource } from "../../../figures/source.ts";
import { sweepCells } from "../../../figures/sweep/sweep-data.ts";
import { sweep } from "../../../figures/sweep/sweep.ts";
import { SeedPartsTable } from "./seed-parts-table.tsx";
import { SquareSection } from "./square-section.tsx";
import styles from "../../../components/evidence.module.css";

/** What was varied on purpose: text and weights alone and together, and the settings of a grid. */
export function FactorsTab({ experimentId }: { readonly experimentId: string }) {
  return <Evidence experimentId={experimentId}>{(source, reading) => <Factors experimentId={experimentId} source={source} reading={reading} />}</Evidence>;
}

function Factors({ experimentId, source, reading }: { readonly experimentId: string; readonly source: FigureSource; readonly reading: ReactNode }) {
  const squares = useMemo(() => squaresOf(source), [source]);
  const missing = useMemo(() => missingSquares(source), [source]);
  const grid = useMemo(() => sweep.prepare(source), [source]);
  const cells = useMemo(() => sweepCells(source), [source]);
  const together = source.experiment.arms.some((arm) => arm.substrate.startsWith("prompt+"));
  return (
    <>
      <p className={styles["say"]}>{grid.kind === "figure" ? grid.alt : together ? "Text and weights, alone and together." : grid.why}</p>
      {reading}
      {typeof squares !== "string"
        ? squares.map((square) => <SquareSection key={square.sides.both.name} square={square} source={source} experimentId={experimentId} />)
        : together && missing.length === 0
          ? <p className={styles["refused"]}>{squares}</p>
          : null}
      {missing.map((says) => <p key={says} className={styles["refused"]}>{says}</p>)}
      {grid.kind === "figure" ? (
        <section aria-label="Score and spread by setting">
          <h2>Score and spread by setting</h2>
          <FigureView figure={grid} />
        </section>
      ) : null}
      <SeedPartsTable cells={cells} />
    </>
  );
}
