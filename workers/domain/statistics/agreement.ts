import type { Estimate } from "./estimate.ts";
import { notDefined, value } from "./estimate.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";

/** Answers of several runs to the same items as category indices (0, 1, ...); null where a run has no answer. */
export type Answers = readonly (readonly (number | null)[])[];

/** Raw agreement of every pair of runs: share of the items both answered on which they say the same; null without such an item. */
export function pairwiseAgreement(answers: Answers): (number | null)[][] {
  const shares = answers.map((): (number | null)[] => answers.map(() => null));
  for (let a = 0; a < answers.length; a++) {
    for (let b = a; b < answers.length; b++) {
      const share = sameShare(answers[a] ?? [], answers[b] ?? []);
      put(shares, a, b, share);
      put(shares, b, a, share);
    }
  }
  return shares;
}

/** Mean of the pairwise agreements (each pair once). */
export function meanAgreement(shares: readonly (readonly (number | null)[])[]): Estimate {
  const known = pairsOf(shares).map((pair) => pair.share);
  if (known.length === 0) return notDefined(shares.length < 2 ? "one run has nobody to agree with" : "no two runs answered the same item");
  return value(known.reduce((sum, share) => sum + share, 0) / known.length);
}

/** The two runs that agree least (the first such pair), or null where there is no pair. */
export function leastAgreeing(shares: readonly (readonly (number | null)[])[]): { readonly a: number; readonly b: number; readonly share: number } | null {
  return pairsOf(shares).reduce<{ a: number; b: number; share: number } | null>((least, pair) => (least === null || pair.share < least.share ? pair : least), null);
}

/** Items on which two runs both answered and differ. */
export function differingItems(a: readonly (number | null)[], b: readonly (number | null)[]): number[] {
  return a.flatMap((answer, item) => {
    const other = b[item] ?? null;
    return answer !== null && other !== null && answer !== other ? [item] : [];
  });
}

/** Chance-corrected agreement of all runs: Fleiss' κ over the items that every run answered, Krippendorff's α over every answer. */
export function chanceCorrected(answers: Answers): { readonly fleiss: Estimate; readonly fleissItems: number; readonly krippendorff: Estimate } {
  const categories = 1 + Math.max(-1, ...answers.map((row) => row.reduce<number>((most, one) => Math.max(most, one ?? -1), -1)));
  const counts = Array.from({ length: answers[0]?.length ?? 0 }, (_, item) => {
    const row = Array.from({ length: categories }, () => 0);
    for (const run of answers) {
      const answer = run[item] ?? null;
      if (answer !== null) row[answer] = (row[answer] ?? 0) + 1;
    }
    return row;
  });
  const complete = counts.filter((row) => row.reduce((sum, one) => sum + one, 0) === answers.length);
  const fleiss = answers.length < 2 ? notDefined("two runs are needed") : fleissKappa(complete);
  return { fleiss, fleissItems: complete.length, krippendorff: krippendorffAlpha(counts) };
}

function sameShare(a: readonly (number | null)[], b: readonly (number | null)[]): number | null {
  let both = 0;
  let same = 0;
  for (let item = 0; item < a.length; item++) {
    const [one, other] = [a[item] ?? null, b[item] ?? null];
    if (one === null || other === null) continue;
    both++;
    if (one === other) same++;
  }
  return both === 0 ? null : same / both;
}

function pairsOf(shares: readonly (readonly (number | null)[])[]): { a: number; b: number; share: number }[] {
  return shares.flatMap((row, a) => row.flatMap((share, b) => (b > a && share !== null ? [{ a, b, share }] : [])));
}

function put(shares: (number | null)[][], row: number, column: number, share: number | null): void {
  const target = shares[row];
  if (target !== undefined) target[column] = share;
}
