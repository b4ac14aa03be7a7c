import type { ItemView, MatrixView } from "../../../../../workers/contract/views.ts";
import { changeFrom, type Change, type Outcome } from "../../../../../workers/domain/outcome.ts";
import { baseOf, isBase } from "../../../../figures/flip-matrix/grid.ts";
import { outcomeAt } from "../../../../../workers/domain/outcome.ts";

type ItemRun = ItemView["runs"][number];

/** Runs of one arm that said the same. */
export type OutputGroup = {
  readonly key: string;
  readonly arm: string;
  readonly base: boolean;
  readonly seeds: readonly number[];
  readonly runs: readonly ItemRun[];
  readonly outcome: Outcome;
  readonly change: Change;
  /** What they said, field by field in the task's order; null where nothing could be read. */
  readonly fields: readonly { readonly name: string; readonly value: string; readonly gold: boolean }[] | null;
  readonly problem: string | null;
  /** Different raw texts among them, most frequent first. */
  readonly raws: readonly { readonly text: string; readonly seeds: readonly number[] }[];
  /** Texts of repeats that were not the same bytes as the run's first answer. */
  readonly repeats: readonly { readonly text: string; readonly repeat: number; readonly seed: number | null }[];
};

/** Groups what every run said by its fields (by its raw text where they could not be read): base first, large groups first. */
export function groupRuns(item: ItemView, matrix: MatrixView): readonly OutputGroup[] {
  const columns = new Map(matrix.columns.map((column) => [column.runId, column]));
  const groups = new Map<string, ItemRun[]>();
  for (const run of item.runs) {
    const key = JSON.stringify([run.arm, run.outcome, run.parsed === null ? (run.problem ?? run.raw) : Object.values(run.parsed)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  const arms = [...new Set(matrix.columns.map((column) => column.arm))];
  return [...groups]
    .flatMap(([key, runs]): OutputGroup[] => {
      const [first] = runs;
      const column = first === undefined ? undefined : columns.get(first.runId);
      if (first === undefined || column === undefined) return [];
      const base = isBase(column);
      const against = base ? column : baseOf(matrix.columns, column.path);
      const before = against === undefined ? "missing" : outcomeAt(against.outcomes, item.index);
      return [{
        key, arm: first.arm, base, runs, outcome: first.outcome, change: changeFrom(before, first.outcome), problem: first.problem,
        seeds: runs.flatMap((run) => run.seed ?? []).sort((a, b) => a - b),
        fields: fieldsOf(first, item),
        raws: rawsOf(runs),
        repeats: runs.flatMap(({ seed, differingRepeats }) => differingRepeats.map(({ repeat, raw }) => ({ text: raw, repeat, seed }))),
      }];
    })
    .sort((a, b) => Number(b.base) - Number(a.base) || arms.indexOf(a.arm) - arms.indexOf(b.arm) || b.runs.length - a.runs.length || (a.seeds[0] ?? 0) - (b.seeds[0] ?? 0));
}

/** "7 seeds said rag / recall, 3 said answer / chat." for one arm; null where it has no seeds. */
export function groupsSentence(groups: readonly OutputGroup[], arm: string): string | null {
  const own = groups.filter((group) => group.arm === arm && !group.base && group.seeds.length > 0);
  if (own.length === 0) return null;
  const said = own.map((group, at) => {
    const count = at === 0 ? `${group.seeds.length} ${group.seeds.length === 1 ? "seed" : "seeds"}` : String(group.seeds.length);
    return group.fields === null ? `${count} gave no readable answer` : `${count} said ${group.fields.map((field) => field.value).join(" / ")}`;
  });
  return `${said.join(", ")}.`;
}

function fieldsOf(run: ItemRun, item: ItemView): OutputGroup["fields"] {
  const { parsed } = run;
  if (parsed === null) return null;
  return Object.keys(item.gold).map((name) => ({ name, value: parsed[name] ?? "–", gold: parsed[name] === item.gold[name] }));
}

function rawsOf(runs: readonly ItemRun[]): OutputGroup["raws"] {
  const texts = new Map<string, number[]>();
  for (const run of runs) {
    if (run.raw === null) continue;
    const seeds = texts.get(run.raw) ?? [];
    texts.set(run.raw, seeds);
    if (run.seed !== null) seeds.push(run.seed);
  }
  return [...texts].map(([text, seeds]) => ({ text, seeds: seeds.sort((a, b) => a - b) })).sort((a, b) => b.seeds.length - a.seeds.length);
}
