/** What a run achieved on one item; `error` = the job could not produce an answer, `missing` = it was never asked. */
export type Outcome = "pass" | "fail" | "error" | "missing";

/** A run's outcomes over a task's test items, one character an item in item order: `p` pass, `f` fail, `e` error, `.` missing. */
export type OutcomeString = string;

/** The character of an outcome in an {@link OutcomeString}. */
export const outcomeLetter = { pass: "p", fail: "f", error: "e", missing: "." } as const satisfies Record<Outcome, string>;

/** The outcome at an index of an {@link OutcomeString}; `missing` beyond its end. */
export function outcomeAt(outcomes: OutcomeString, index: number): Outcome {
  switch (outcomes[index]) {
    case "p":
      return "pass";
    case "f":
      return "fail";
    case "e":
      return "error";
    default:
      return "missing";
  }
}

/** How errors and missing outcomes are counted: `exclude` leaves those items out of a comparison, `as-fail` counts them as wrong. */
export type Counting = "exclude" | "as-fail";

/** Counts of each outcome in one run; `total` is the number of items of the split. */
export type Score = {
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly missing: number;
  readonly total: number;
};

/** Counts the outcomes of one run over `total` items. */
export function scoreOf(outcomes: OutcomeString, total: number = outcomes.length): Score {
  const counts = { pass: 0, fail: 0, error: 0, missing: 0 };
  for (let index = 0; index < total; index++) counts[outcomeAt(outcomes, index)]++;
  return { ...counts, total };
}

/** What a run's outcome is against the base's: a flip has a direction only where both gave an answer. */
export type Change = "same-pass" | "same-fail" | "gain" | "loss" | "error" | "missing";

/** Compares one outcome with the base's on the same item and path. */
export function changeFrom(base: Outcome, run: Outcome): Change {
  if (run === "error" || run === "missing") return run;
  if (run === "pass") return base === "fail" ? "gain" : "same-pass";
  return base === "pass" ? "loss" : "same-fail";
}
