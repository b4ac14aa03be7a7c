import type { OutcomeString } from "../domain/outcome.ts";
import type { Undefined } from "../domain/statistics/estimate.ts";

/** One skill text as a run puts it into its prompt; what a writer did not tell is null. */
export type SkillText = {
  readonly runId: string;
  readonly arm: string;
  readonly seed: number | null;
  /** The file it was read from, or the model that wrote it. */
  readonly from: { readonly kind: "file"; readonly path: string } | ({ readonly kind: "writer" } & WrittenText);
  readonly text: string;
  readonly characters: number;
  /** SHA-256 of SKILL.md where it was written, of the text where it was read. */
  readonly sha256: string;
};

/** How a text was written and what that cost. */
export type WrittenText = {
  readonly model: string;
  /** Seed the writer was sent; null where it takes none. */
  readonly seedSent: number | null;
  readonly temperature: number;
  readonly maxTokens: number;
  /** SHA-256 of what the writer was shown, and that itself. */
  readonly inputSha256: string;
  readonly shown: readonly { readonly role: string; readonly content: string }[];
  readonly end: "stop" | "length";
  /** Tokens of the text on the base's tokenizer. */
  readonly baseTokens: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Price per million tokens as the experiment file gives it, and what this text cost by it. */
  readonly priceIn: number | null;
  readonly priceOut: number | null;
  readonly cost: number | null;
  /** The run whose text was taken over. */
  readonly reusedFrom: string | null;
};

/** The skill texts of an experiment; `sentence` says which of the written ones are the same. */
export type SkillsView = { readonly sentence: string | null; readonly texts: readonly SkillText[] };

/** What the checkpoints of the runs passed. */
export type EpochsView = { readonly items: number; readonly runs: readonly RunEpochs[] };

/** What the checkpoints of a run passed, epoch by epoch; the last one is what the run's score is of unless it stopped early. */
export type RunEpochs = {
  readonly runId: string;
  readonly arm: string;
  readonly seed: number | null;
  /** The base on the run's own path, or why there is none. */
  readonly base: { readonly kind: "outcomes"; readonly outcomes: OutcomeString } | Undefined;
  readonly epochs: readonly { readonly epoch: number; readonly outcomes: OutcomeString }[];
};

/** An experiment that does runs of another one again, and that one's arms that were left out because they were not run under the seed. */
export type VerifyStart = { readonly id: string; readonly skipped: readonly string[] };
