import type { Change } from "../../../../../workers/domain/outcome.ts";
import type { OutputGroup } from "./group-runs.ts";
import styles from "./item.module.css";

/** What a change is called beside a group. */
export const changeWords: Readonly<Record<Change, string>> = {
  "same-pass": "pass", "same-fail": "fail", gain: "gain ▲", loss: "loss ▼", error: "error", missing: "missing",
};

/** Runs that said the same: who they are, what it is against the base, and the fields that differ from gold. */
export function OutputBox({ group }: { readonly group: OutputGroup }) {
  return (
    <div className={styles["output"]} data-change={group.change}>
      <b>{groupName(group)}</b>
      {group.seeds.length > 1 ? <span className={styles["seeds"]}>{seedList(group.seeds)}</span> : null} · {changeWords[group.change]}
      {group.fields === null ? (
        <p className={styles["problem"]}>{group.problem ?? "No readable answer."}</p>
      ) : (
        <code>
          {group.fields.map((field, at) => (
            <span key={field.name} title={field.gold ? field.name : `${field.name}: not gold`}>
              {at === 0 ? "" : " / "}
              {field.gold ? field.value : <mark>{field.value}</mark>}
            </span>
          ))}
        </code>
      )}
      {group.raws.length > 1 ? <span className={styles["seeds"]}>in {group.raws.length} different wordings</span> : null}
      {group.repeats.length > 0 ? <p className={styles["problem"]}>Asked again, {repeatsText(group)}.</p> : null}
    </div>
  );
}

/** "it gave another text", "seeds 3 and 5 gave another text": greedy decoding should give the same bytes. */
function repeatsText({ repeats, seeds }: OutputGroup): string {
  const differing = [...new Set(repeats.flatMap((repeat) => repeat.seed ?? []))];
  const who = seeds.length < 2 ? "it" : `${differing.length === 1 ? "seed" : "seeds"} ${differing.join(", ")}`;
  return `${who} gave other bytes; they stand under the raw output`;
}

/** "Base", "seed 4", "6 seeds". */
export function groupName(group: OutputGroup): string {
  if (group.base) return "Base";
  const [only] = group.seeds;
  if (group.seeds.length === 1 && only !== undefined) return `Seed ${only}`;
  return group.seeds.length === 0 ? group.arm : `${group.seeds.length} seeds`;
}

function seedList(seeds: readonly number[]): string {
  return seeds.length <= 16 ? ` ${seeds.join(" ")}` : ` ${seeds.slice(0, 14).join(" ")} and ${seeds.length - 14} more`;
}
