/** What a training wrote down about itself, enough to find where two of them part. */
export type TrainingTrace = {
  /** SHA-256 of the training items as they were asked. */
  readonly inputsSha256: string | null;
  readonly initDigest: string | null;
  readonly orderDigest: string | null;
  /** By optimiser step, from 1: digest of the trained weights after it (null where it was not taken) and its loss. */
  readonly steps: readonly { readonly step: number; readonly digest: string | null; readonly loss: number }[];
};

/** Where two trainings part first; `step` is the first whose weights, or else whose loss, differ. */
export type FirstDifference =
  | { readonly kind: "none" }
  | { readonly kind: "inputs" }
  | { readonly kind: "init" }
  | { readonly kind: "order" }
  | { readonly kind: "step"; readonly step: number; readonly by: "weights" | "loss" }
  | { readonly kind: "length"; readonly steps: readonly [number, number] }
  | { readonly kind: "unknown" };

/** Compares two trainings of the same recipe under the same seed, in the order in which their parts came about. */
export function firstDifference(one: TrainingTrace, other: TrainingTrace): FirstDifference {
  if (differs(one.inputsSha256, other.inputsSha256)) return { kind: "inputs" };
  if (differs(one.initDigest, other.initDigest)) return { kind: "init" };
  if (differs(one.orderDigest, other.orderDigest)) return { kind: "order" };
  const step = firstStep(one, other);
  if (step !== null) return step;
  if (one.steps.length !== other.steps.length) return { kind: "length", steps: [one.steps.length, other.steps.length] };
  return one.steps.length === 0 ? { kind: "unknown" } : { kind: "none" };
}

/** The same in words, for after "…; ". */
export function differenceWords(difference: FirstDifference): string {
  switch (difference.kind) {
    case "none":
      return "every step was the same";
    case "inputs":
      return "they were not given the same training items";
    case "init":
      return "the first weights differ already";
    case "order":
      return "the first weights are the same, the order of items differs";
    case "step":
      return difference.by === "weights"
        ? `first weights and order are the same; step ${difference.step} is the first after which the weights differ`
        : `first weights and order are the same; step ${difference.step} is the first whose loss differs`;
    case "length":
      return `one took ${difference.steps[0]} steps, the other ${difference.steps[1]}`;
    case "unknown":
      return "neither wrote down its steps";
  }
}

function firstStep(one: TrainingTrace, other: TrainingTrace): FirstDifference | null {
  const theirs = new Map(other.steps.map((step) => [step.step, step]));
  for (const { step, digest, loss } of one.steps) {
    const same = theirs.get(step);
    if (same === undefined) continue;
    if (differs(digest, same.digest)) return { kind: "step", step, by: loss === same.loss ? "weights" : "loss" };
    if (loss !== same.loss) return { kind: "step", step, by: "loss" };
  }
  return null;
}

/** What is not known on one side says nothing. */
function differs(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
