/** One step from raw text to fields; the first two kinds and the last read text or fields, whichever there is by then. */
export type SanitiseStep =
  /** Text: what stands inside the first Markdown code fence, or the text as it is. */
  | { readonly step: "strip-code-fences" }
  /** Text → fields: the first `{…}` that is a JSON object; its text, number and boolean values. */
  | { readonly step: "first-json-object" }
  /** Text → fields: the first line that is not blank, cut at the separator, in the order of the task's fields. */
  | { readonly step: "split-line"; readonly separator: string }
  /** Text or fields: without white space at the ends, in lower case. */
  | { readonly step: "trim-lower-case" }
  /** Fields: other words for a label of one field. */
  | { readonly step: "aliases"; readonly field: string; readonly map: Readonly<Record<string, string>> };
