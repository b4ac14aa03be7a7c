import type { TextPart } from "../../workers/domain/analysis/text-parts.ts";

/** A sentence whose strong pieces are what it is about. */
export function Sentence({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map((part, index) => (part.strong ? <strong key={index}>{part.text}</strong> : <span key={index}>{part.text}</span>));
}
