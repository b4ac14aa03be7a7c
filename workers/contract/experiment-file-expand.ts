import type { GridCell } from "../domain/experiment/experiment.ts";
import type { Factorial, Grid } from "./experiment-file-designs.ts";
import { base } from "./experiment-file-refs.ts";
import type { ArmFile, ExperimentFile } from "./experiment-file-schema.ts";

/** An arm as it is written, or one cell of the grid it was written with. */
export type ExpandedArm = ArmFile & { readonly cell?: GridCell };

/** The arms a file stands for: those it lists, those its factorial adds, and every cell of their grids. */
export function expandArms(file: ExperimentFile): readonly ExpandedArm[] {
  const listed = file.arms ?? [];
  return (file.factorial === undefined ? listed : withFactorial(listed, file.factorial)).flatMap(cellsOf);
}

/** The four cells of the 2 × 2: what is listed already is kept, and lends its settings to what is missing. */
function withFactorial(listed: readonly ArmFile[], { weights, both }: Factorial): readonly ArmFile[] {
  const plain = listed.filter((arm) => arm.grid === undefined);
  const find = (text: boolean, trained: boolean): ArmFile | undefined =>
    plain.find((arm) => (arm.prompt !== undefined) === text && (arm[weights] !== undefined) === trained && (trained || (arm.lora === undefined && arm.prefix === undefined)));
  const names = new Set(listed.map((arm) => arm.name));
  const free = (name: string): string => (names.has(name) ? `${name} (2 × 2)` : name);
  const none = find(false, false) ?? { name: free("base") };
  const text = find(true, false) ?? { name: free("prompt"), prompt: {} };
  const alone = find(false, true) ?? { name: free(weights), [weights]: {} };
  const together = find(true, true) ?? { ...alone, name: free(`prompt+${weights}`), prompt: text.prompt, both };
  return [...listed, ...[none, text, alone, together].filter((arm) => !listed.includes(arm))];
}

type Choice = { readonly knob: string; readonly value: string | number };

function cellsOf(arm: ArmFile): readonly ExpandedArm[] {
  const { grid, ...rest } = arm;
  if (grid === undefined) return [rest];
  return combinations(grid).map((choices) => ({
    ...choices.reduce((settings: ArmFile, choice) => withChoice(settings, choice), rest),
    name: [arm.name, ...choices.map(({ knob, value }) => `${knob}=${value}`)].join(" "),
    cell: { family: arm.name, values: Object.fromEntries(choices.map(({ knob, value }) => [knob, value])) },
  }));
}

/** How many arms a grid makes. */
export function gridSize(grid: Grid): number {
  return Object.values(grid).reduce((size, values) => size * values.length, 1);
}

function combinations(grid: Grid): readonly (readonly Choice[])[] {
  return Object.entries(grid).reduce<readonly (readonly Choice[])[]>(
    (before, [knob, values]) => before.flatMap((choices) => values.map((value): readonly Choice[] => [...choices, { knob, value }])),
    [[]],
  );
}

function withChoice(arm: ArmFile, { knob, value }: Choice): ArmFile {
  switch (knob) {
    case "base":
      return { ...arm, base: base.parse(value) };
    case "train_items":
      return { ...arm, train_items: Number(value) };
    case "rank":
    case "alpha":
      return { ...arm, lora: { ...arm.lora, [knob]: Number(value) } };
    case "length":
      return { ...arm, prefix: { ...arm.prefix, length: Number(value) } };
    case "shots":
      return { ...arm, prompt: { ...arm.prompt, shots: Number(value) } };
    default:
      return { ...arm, train: { ...arm.train, [knob]: Number(value) } };
  }
}
