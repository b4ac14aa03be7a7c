import { useMemo } from "react";
import { eloTable, onlyBothRight } from "../../../../workers/domain/analysis/factorial.ts";
import { drawnTogether, type FactorialSide } from "../../../../workers/domain/analysis/shared-draws.ts";
import { formatPoints, formatSigned } from "../../../components/format-points.ts";
import { FigureView } from "../../../components/figure-view.tsx";
import { ItemLinks } from "../../../components/item-links.tsx";
import { Measure, Range } from "../../../components/measure.tsx";
import { dataOf, type Square } from "../../../figures/factorial/factorial-data.ts";
import { factorialOf } from "../../../figures/factorial/factorial.ts";
import type { FigureSource } from "../../../figures/source.ts";
import styles from "../../../components/evidence.module.css";

type Props = { readonly square: Square; readonly source: FigureSource; readonly experimentId: string };

/** One 2 × 2: the figure, the four cells with their Elo, the interaction, and the items that only both gets right. */
export function SquareSection({ square, source, experimentId }: Props) {
  const data = useMemo(() => dataOf(source, square), [source, square]);
  const figure = useMemo(() => factorialOf(data), [data]);
  const { sides } = square;
  const { settings, items } = source.analysis;
  const elo = useMemo(() => eloTable([sides.none, sides.text, sides.weights, sides.both], items, settings), [sides, items, settings]);
  const added = [
    { arm: sides.weights.name, of: data.added.text, says: "what the text adds to the weights, points" },
    { arm: sides.text.name, of: data.added.weights, says: "what the weights add to the text, points" },
  ];
  const shared = drawnTogether([sides.text, sides.weights, sides.both]).some((unit) => unit.length > 1);
  const only = useMemo(() => onlyBothRight(sides, items, settings), [sides, items, settings]);
  return (
    <section aria-label={`${square.factors.join(" and ")}, alone and together`}>
      <h2>
        {square.factors.join(" and ")} <small>alone and together: {sides.both.name}</small>
      </h2>
      <FigureView figure={figure} />
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Arm</th>
              <th scope="col" className={styles["number"]}>Runs</th>
              <th scope="col" className={styles["number"]}>Score</th>
              <th scope="col" className={styles["number"]}>Against the base</th>
              <th scope="col">These items</th>
              <th scope="col">Items like these</th>
              <th scope="col" className={styles["number"]}>Elo</th>
              <th scope="col">95 % interval of the Elo</th>
            </tr>
          </thead>
          <tbody>
            {data.cells.map((cell, at) => (
              <tr key={cell.name}>
                <th scope="row">{cell.name}</th>
                <td className={styles["number"]}>{cell.runs}</td>
                <td className={styles["number"]}><Measure of={cell.points} /></td>
                <td className={styles["number"]}>{at === 0 ? "the base" : <Measure of={cell.effect} write={formatSigned} />}</td>
                {at === 0 ? (
                  <td colSpan={2}>
                    <Range of={data.baseScore} write={formatPoints} /> <small>its score by Wilson, over items and not over seeds</small>
                  </td>
                ) : (
                  <>
                    <td><Range of={cell.theseItems} /></td>
                    <td><Range of={cell.itemsLikeThese} /></td>
                  </>
                )}
                <td className={styles["number"]}>{elo[at] === undefined ? null : <Measure of={elo[at].elo} write={wholeNumber} />}</td>
                <td>{elo[at] === undefined ? null : <Range of={elo[at].interval} write={wholeNumber} />}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">interaction</th>
              <td />
              <td />
              <td className={styles["number"]}><Measure of={data.interaction.points} write={formatSigned} /></td>
              <td><Range of={data.interaction.theseItems} /></td>
              <td><Range of={data.interaction.itemsLikeThese} /></td>
              <td colSpan={2}>
                <small>both − {square.factors[0]} − {square.factors[1]} + base, points</small>
              </td>
            </tr>
            {added.map(({ arm, of, says }) => (
              <tr key={arm}>
                <th scope="row">
                  {sides.both.name} − {arm}
                </th>
                <td />
                <td />
                <td className={styles["number"]}><Measure of={of.points} write={formatSigned} /></td>
                <td><Range of={of.theseItems} /></td>
                <td><Range of={of.itemsLikeThese} /></td>
                <td colSpan={2}>
                  <small>{says}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles["note"]}>
        Elo by Bradley–Terry: every item is a game between every two arms, won by the arm that passes where the other fails; items that both pass or both fail say nothing. Its mean is 1500, and its interval comes from items and runs drawn again together.{shared ? ` Arms that share their ${sharedWords(sides.both)} have the runs of the same seed drawn again together, in every interval above.` : ""}
      </p>
      <ItemLinks experimentId={experimentId} items={only.map(({ item }) => item)} matrix={source.matrix} title={`Items that only both gets right (in at least ${Math.round(settings.reliableShare * 100)} % of its runs, and no other arm in as many): ${only.length}`} />
    </section>
  );
}

function sharedWords({ shares = [] }: FactorialSide): string {
  return [...(shares.includes("text") ? ["written text"] : []), ...(shares.includes("weights") ? ["weights"] : [])].join(" or their ");
}

function wholeNumber(value: number): string {
  return Math.round(value).toString();
}
