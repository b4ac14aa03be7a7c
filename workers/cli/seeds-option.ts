import { parseSeeds } from "../domain/experiment/seeds.ts";
import { LabError } from "../domain/errors.ts";

/** The seeds of `--seeds 1..5`, or undefined where the option is absent. */
export function seedsOption(text: string): readonly number[];
export function seedsOption(text: string | undefined): readonly number[] | undefined;
export function seedsOption(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const read = parseSeeds(text);
  if (read.kind === "problem") throw new LabError("bad-input", `--seeds ${text}: ${read.message} ${read.fix}`);
  return read.seeds;
}
