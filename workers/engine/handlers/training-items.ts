import { isCollection, isMap } from "yaml";
import { fieldName, problemAt, type FieldPath, type YamlText } from "../../contract/yaml-text.ts";
import type { Problem } from "../../domain/errors.ts";
import type { Arm } from "../../domain/experiment/experiment.ts";

/** What an arm asks of the training split beyond what it has: where that is written, and in words. */
type Excess = { readonly path: FieldPath; readonly message: string; readonly most: number };

/**
 * A written number of training items or shots above what there is would become a point of a sweep that was never
 * measured, so it is refused; `train` counts the task's training items.
 */
export function itemProblems(yaml: YamlText, arms: readonly Arm[], train: number): readonly Problem[] {
  const found = arms.flatMap((arm) => [...tooManyItems(yaml, arm, train), ...tooManyShots(yaml, arm, train)]);
  const byPlace = new Map<string, Excess>();
  // A value of a grid stands in several arms; the one with the fewest items says what may be written.
  for (const excess of found) if (excess.most < (byPlace.get(fieldName(excess.path))?.most ?? Infinity)) byPlace.set(fieldName(excess.path), excess);
  return [...byPlace.values()].map(({ path, message, most }) => problemAt(yaml, path, { message, fix: `Write ${most} at most.` }));
}

/** Shots that nobody wrote down are as many as there are, and this is said. */
export function shotNotices(arms: readonly Arm[], train: number): readonly string[] {
  return arms.flatMap((arm) => {
    const shots = arm.prompt?.shots ?? 0;
    const most = Math.min(train, arm.trainItems ?? train);
    return shots <= most ? [] : [`The arm ${arm.name} is given ${shots} shots where none are written; it has ${most} training items, so it gets those.`];
  });
}

function tooManyItems(yaml: YamlText, arm: Arm, train: number): readonly Excess[] {
  const wanted = arm.trainItems ?? 0;
  const path = wanted > train ? writtenAt(yaml, arm, { knob: "train_items", plain: ["train_items"], value: wanted }) : null;
  return path === null ? [] : [{ path, message: `${wanted} training items are asked for; the task has ${train}.`, most: train }];
}

function tooManyShots(yaml: YamlText, arm: Arm, train: number): readonly Excess[] {
  const wanted = arm.prompt?.shots ?? 0;
  const most = Math.min(train, arm.trainItems ?? train);
  const path = wanted > most ? writtenAt(yaml, arm, { knob: "shots", plain: ["prompt", "shots"], value: wanted }) : null;
  const has = most < train ? `${arm.name} is given only ${most} of the training items` : `the task has ${train} training items`;
  return path === null ? [] : [{ path, message: `${wanted} shots are asked for; ${has}.`, most }];
}

type Written = { readonly knob: "train_items" | "shots"; readonly plain: readonly string[]; readonly value: number };

/** Where a value stands: in the arm's grid, or in the arm; null where it is a default, or was lent by an arm that has it itself. */
function writtenAt({ document }: YamlText, { name, cell }: Arm, { knob, plain, value }: Written): FieldPath | null {
  const listed: unknown = document.getIn(["arms"]);
  const index = isCollection(listed) ? listed.items.findIndex((item) => isMap(item) && item.get("name") === (cell?.family ?? name)) : -1;
  if (index < 0) return null;
  if (cell === undefined || !Object.hasOwn(cell.values, knob)) return document.hasIn(["arms", index, ...plain]) ? ["arms", index, ...plain] : null;
  const values: unknown = document.getIn(["arms", index, "grid", knob]);
  const place: unknown = isCollection(values) ? values.toJSON() : null;
  return ["arms", index, "grid", knob, ...(Array.isArray(place) ? [Math.max(place.indexOf(value), 0)] : [])];
}
