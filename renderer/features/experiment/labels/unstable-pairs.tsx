import { useState } from "react";
import type { MatrixView } from "../../../../workers/contract/views.ts";
import type { ArmFigures, UnstablePair } from "../../../../workers/domain/analysis/analysis.ts";
import { Button } from "../../../components/button.tsx";
import { ItemLinks } from "../../../components/item-links.tsx";
import styles from "../../../components/evidence.module.css";

type Props = { readonly figures: ArmFigures; readonly matrix: MatrixView; readonly experimentId: string };

const shown = 8;

/** The two labels each coin flip moves between, gathered by pair. */
export function UnstablePairs({ figures, matrix, experimentId }: Props) {
  const [opened, setOpened] = useState<UnstablePair | null>(null);
  const { labels, classes } = figures;
  if (labels === null || labels.unstablePairs.length === 0) return null;
  const name = (label: number): string => labels.labels[label] ?? "no readable answer";
  const covered = labels.unstablePairs.reduce((sum, pair) => sum + pair.items.length, 0);
  const rest = classes.counts["coin-flip"] - covered;
  return (
    <section aria-label="Coin flips by label pair">
      <h2>Coin flips by label pair</h2>
      <ul>
        {labels.unstablePairs.slice(0, shown).map((pair) => (
          <li key={`${pair.a} ${pair.b}`}>
            <Button kind="link" onClick={() => setOpened(pair)}>
              {pair.items.length} of {classes.counts["coin-flip"]}
            </Button>{" "}
            <code>
              {name(pair.a)} ↔ {name(pair.b)}
            </code>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className={styles["note"]}>{rest} of them keep their label: another part of the answer decides.</p> : null}
      {opened === null ? null : <ItemLinks experimentId={experimentId} items={opened.items} matrix={matrix} title={`${name(opened.a)} ↔ ${name(opened.b)}`} onClose={() => setOpened(null)} />}
    </section>
  );
}
