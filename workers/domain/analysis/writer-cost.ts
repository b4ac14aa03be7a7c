/** What a written text's cost rests on: what the writer told of its tokens, and the prices per million that the experiment file gives. */
export type WriterCost = { readonly cost: number | null; readonly priceIn: number | null; readonly priceOut: number | null; readonly reusedFrom: string | null };

/** Why the cost of a text is not known. */
export function whyNoCost({ priceIn, priceOut, reusedFrom }: Omit<WriterCost, "cost">): string {
  if (priceIn === null || priceOut === null) return "no price given";
  return reusedFrom === null ? "tokens not told" : "paid for once, tokens not told";
}
