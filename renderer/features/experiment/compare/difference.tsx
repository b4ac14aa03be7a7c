import { useState } from "react";
import type { Comparison } from "../../../../workers/domain/analysis/analysis.ts";
import { probabilityWords } from "../../../../workers/domain/analysis/words.ts";
import { useMatrix } from "../../../client/hooks/experiment.ts";
import { Button } from "../../../components/button.tsx";
import { plural } from "../../../components/format-count.ts";
import { formatSigned } from "../../../components/format-points.ts";
import { ItemLinks } from "../../../components/item-links.tsx";
import { Measure, Range } from "../../../components/measure.tsx";
import styles from "../../../components/evidence.module.css";

/** Items are those of the experiment that A is from; a comparison has one task, so B's are the same. */
type Props = { readonly comparison: Comparison; readonly experimentId: string };

const lists = [
  { key: "broke", word: "▼ broke", says: "passes reliably in A, fails reliably in B" },
  { key: "fixed", word: "▲ fixed", says: "fails reliably in A, passes reliably in B" },
  { key: "unstable", word: "unstable", says: "not reliable on at least one side" },
  { key: "gains", word: "▲ all gains", says: "the share that passes rises" },
  { key: "losses", word: "▼ all losses", says: "the share that passes falls" },
  { key: "unjudged", word: "unjudged", says: "no outcome on one side" },
] as const;

/** The paired difference with its intervals, and the items behind it in one click. */
export function Difference({ comparison, experimentId }: Props) {
  const matrix = useMatrix(experimentId).data;
  const [shown, setShown] = useState<(typeof lists)[number]["key"] | null>(null);
  const { mcnemar } = comparison;
  const list = lists.find(({ key }) => key === shown);
  return (
    <section aria-label="Difference">
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <tbody>
            <tr>
              <th scope="row">A</th>
              <td>
                {comparison.a} <small>{plural(comparison.runsA, "run")}</small>
              </td>
            </tr>
            <tr>
              <th scope="row">B</th>
              <td>
                {comparison.b} <small>{plural(comparison.runsB, "run")}</small>
              </td>
            </tr>
            <tr>
              <th scope="row">
                B − A <small>points, paired by {comparison.pairing === "items" ? "item" : "item and seed"}</small>
              </th>
              <td>
                <Measure of={comparison.differencePoints} write={formatSigned} />
              </td>
            </tr>
            <tr>
              <th scope="row">
                These items <small>95 %, other seeds, points</small>
              </th>
              <td>
                <Range of={comparison.theseItems.adjusted} />
              </td>
            </tr>
            <tr>
              <th scope="row">
                Items like these <small>95 %, other seeds and items, points</small>
              </th>
              <td>
                <Range of={comparison.itemsLikeThese.adjusted} />
              </td>
            </tr>
            <tr>
              <th scope="row">
                These runs <small>95 %, other items, points</small>
              </th>
              <td>
                <Range of={comparison.theseRuns.adjusted} />
              </td>
            </tr>
            <tr>
              <th scope="row">
                Noise floor <small>of the difference, points</small>
              </th>
              <td>
                <Measure of={comparison.noiseFloorPoints} />
              </td>
            </tr>
            <tr>
              <th scope="row">Exact McNemar</th>
              <td>
                {mcnemar.p.kind === "value" ? `${probabilityWords(mcnemar.p.value)} (▲ ${mcnemar.gains}, ▼ ${mcnemar.losses})` : <Measure of={mcnemar.p} />}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <div className={styles["tools"]} role="group" aria-label="Items">
        {lists.map(({ key, word, says }) => (
          <Button key={key} kind="toggle" title={says} aria-pressed={shown === key} onClick={() => setShown(shown === key ? null : key)}>
            {word} {comparison[key].length}
          </Button>
        ))}
      </div>
      {list === undefined || matrix === undefined ? null : <ItemLinks key={list.key} experimentId={experimentId} items={comparison[list.key]} matrix={matrix} title={`${list.word}: ${list.says}`} onClose={() => setShown(null)} />}
    </section>
  );
}
