import type { EpochsView, RunEpochs } from "../../../../workers/contract/substrate-views.ts";
import { epochFlips, epochSentence, type EpochCounts } from "../../../../workers/domain/analysis/epoch-flips.ts";
import type { Change } from "../../../../workers/domain/outcome.ts";
import { useEpochs } from "../../../client/hooks/substrates.ts";
import { plural } from "../../../components/format-count.ts";
import { Loaded } from "../../../components/loaded.tsx";
import evidence from "../../../components/evidence.module.css";
import styles from "./epochs.module.css";

/** How flips come and go while a skill is trained: every epoch's checkpoint against the base. */
export function EpochsTab({ experimentId }: { readonly experimentId: string }) {
  const epochs = useEpochs(experimentId);
  return (
    <Loaded query={epochs} what="the checkpoints' scores">
      {(view) => <Epochs view={view} />}
    </Loaded>
  );
}

function Epochs({ view }: { readonly view: EpochsView }) {
  return (
    <div className={evidence["page"]}>
      <p className={evidence["say"]}>
        {view.runs.length === 0 ? "No checkpoint has been scored yet." : `The checkpoints of ${plural(view.runs.length, "run")}, scored on the same ${view.items} items. One learning curve is one draw: epochs of a run are not independent of each other.`}
      </p>
      {view.runs.map((run) => (
        <Run key={run.runId} run={run} items={view.items} />
      ))}
    </div>
  );
}

const mostItems = 100;
const marks: Readonly<Record<Change, { readonly glyph: string; readonly word: string }>> = {
  "same-pass": { glyph: "●", word: "passes, as the base" },
  "same-fail": { glyph: "·", word: "fails, as the base" },
  gain: { glyph: "▲", word: "gain" },
  loss: { glyph: "▼", word: "loss" },
  error: { glyph: "!", word: "error" },
  missing: { glyph: "–", word: "not asked" },
};

/** Without a base a pass is only a pass. */
const alone: Partial<Record<Change, string>> = { "same-pass": "passes", "same-fail": "fails" };

function Run({ run: { arm, seed, base, epochs }, items }: { readonly run: RunEpochs; readonly items: number }) {
  const name = `${arm}${seed === null ? "" : ` seed ${seed}`}`;
  const flips = epochFlips(base.kind === "outcomes" ? base.outcomes : null, epochs, items);
  const word = (change: Change) => (base.kind === "outcomes" ? undefined : alone[change]) ?? marks[change].word;
  const row = (title: string, write: (count: EpochCounts) => string) => (
    <tr>
      <th scope="row">{title}</th>
      {flips.counts.map((count) => (
        <td key={count.epoch} className={evidence["number"]}>
          {write(count)}
        </td>
      ))}
    </tr>
  );
  return (
    <section aria-label={name}>
      <h2>
        {name} <small>{epochSentence(flips, items)}</small>
      </h2>
      <div className={evidence["scroll"]}>
        <table className={`${evidence["table"] ?? ""} ${styles["epochs"] ?? ""}`}>
          <thead>
            <tr>
              <th scope="col">Epoch</th>
              {flips.counts.map(({ epoch }) => (
                <th key={epoch} scope="col" className={evidence["number"]}>
                  {epoch}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row("passed", ({ passes }) => String(passes))}
            {row("gains ▲", ({ gains }) => gains === null ? "–" : String(gains))}
            {row("losses ▼", ({ losses }) => losses === null ? "–" : String(losses))}
            {row("changed since the epoch before", ({ changed }) => (changed === null ? "" : String(changed)))}
          </tbody>
          <tbody>
            {flips.items.slice(0, mostItems).map(({ item, changes }) => (
              <tr key={item}>
                <th scope="row">item {item + 1}</th>
                {changes.map((change, at) => (
                  <td key={at} className={`${evidence["number"] ?? ""} ${styles[change] ?? ""}`} title={word(change)}>
                    <span aria-hidden="true">{marks[change].glyph}</span>
                    <span className={styles["spoken"]}>{word(change)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {base.kind === "outcomes" ? null : <p className={evidence["note"]}>No gains and losses: {base.why}.</p>}
      {flips.items.length > mostItems ? <p className={evidence["note"]}>The {mostItems} items that turn most are shown, of {flips.items.length} that move.</p> : null}
    </section>
  );
}
