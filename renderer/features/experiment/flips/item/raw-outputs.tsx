import { differences } from "./differences.ts";
import type { OutputGroup } from "./group-runs.ts";
import { changeWords, groupName } from "./output-box.tsx";
import styles from "./item.module.css";

type RawText = { readonly group: OutputGroup; readonly text: string | null; readonly seeds: readonly number[]; readonly repeat?: number };

/** Raw texts beside each other; words that the first one does not have are marked. */
export function RawOutputs({ groups }: { readonly groups: readonly OutputGroup[] }) {
  const reference = groups[0]?.raws[0]?.text;
  const texts = groups.flatMap(textsOf);
  return (
    <div className={styles["raws"]}>
      {texts.map(({ group, text, seeds, repeat }, at) => (
        <figure key={`${group.key} ${at}`}>
          <figcaption>
            {groupName({ ...group, seeds })} · {repeat === undefined ? changeWords[group.change] : `asked again, time ${repeat}`}
            {repeat === undefined ? <span className={styles["seeds"]}>{cost(group)}</span> : null}
          </figcaption>
          <pre>
            {text === null
              ? (group.problem ?? "No output was kept.")
              : differences(text, reference ?? text).map((piece, place) => (piece.differs ? <mark key={place}>{piece.text}</mark> : <span key={place}>{piece.text}</span>))}
          </pre>
        </figure>
      ))}
    </div>
  );
}

/** The texts of a group, then what its repeats gave instead. */
function textsOf(group: OutputGroup): RawText[] {
  const first: RawText[] = group.raws.length === 0 ? [{ group, text: null, seeds: group.seeds }] : group.raws.map((raw) => ({ group, text: raw.text, seeds: raw.seeds }));
  return [...first, ...group.repeats.map(({ text, repeat, seed }) => ({ group, text, repeat, seeds: seed === null ? [] : [seed] }))];
}

function cost({ runs }: OutputGroup): string {
  const tokens = runs.flatMap((run) => run.completionTokens ?? []);
  const times = runs.flatMap((run) => run.latencyMs ?? []);
  const parts = [...(tokens.length === 0 ? [] : [`${range(tokens)} tokens`]), ...(times.length === 0 ? [] : [`${range(times.map(Math.round))} ms`])];
  return parts.length === 0 ? "" : ` ${parts.join(", ")}`;
}

function range(numbers: readonly number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? String(low) : `${low} to ${high}`;
}
