import { classSentence } from "../../../domain/analysis/class-sentence.ts";
import { findingSentence } from "../../../domain/analysis/finding-sentence.ts";
import { plainText } from "../../../domain/analysis/text-parts.ts";
import type { ReportFacts, ReportPart } from "./facts.ts";
import { limits } from "./limits.ts";
import { methodsParagraphs } from "./methods.ts";
import { billTable, resultsTable } from "./results.ts";

type Figure = Extract<ReportPart, { readonly kind: "figure" }>;

const stateWords = { yes: "yes", no: "no", unknown: "not known", pending: "not yet" } as const;

/** The whole report in pieces: finding, results, figures, methods, protocol, limits. */
export function reportParts(facts: ReportFacts, figures: readonly Figure[], refused: readonly string[]): ReportPart[] {
  const { analysis } = facts.source;
  const several = analysis.arms.length > 1;
  const classes = analysis.arms.filter((arm) => arm.all.runs.length > 0).map((arm) => `${several ? `${arm.name}: ` : ""}${classSentence(arm.all)}`);
  const bill = billTable(facts);
  const kept = facts.protocol.checks.filter((check) => check.state === "yes").length;
  return [
    { kind: "paragraph", text: plainText(findingSentence(analysis)) },
    ...classes.map((text): ReportPart => ({ kind: "paragraph", text })),
    { kind: "heading", text: "Results" },
    resultsTable(facts),
    ...figures,
    ...(refused.length === 0 ? [] : [{ kind: "list", items: refused } as const]),
    { kind: "heading", text: "Methods" },
    ...methodsParagraphs(facts).map((text): ReportPart => ({ kind: "paragraph", text })),
    ...(bill === null ? [] : [{ kind: "heading", text: "Bill" } as const, { kind: "paragraph", text: "One run of each arm: the mean ± the spread over its runs (n − 1); a dash where nothing was measured." } as const, bill]),
    { kind: "heading", text: `Protocol: ${kept} of ${facts.protocol.checks.length} checks hold` },
    { kind: "table", columns: ["check", "holds", "why"], rows: facts.protocol.checks.map((check) => [check.title, stateWords[check.state], check.sentence]) },
    { kind: "heading", text: "Limits" },
    { kind: "list", items: limits(facts) },
  ];
}
