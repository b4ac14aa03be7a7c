/** A piece of a note's text; `to` leads to the item or seed that it names. */
export type NotePiece = { readonly text: string; readonly to: NoteTarget | null };

/** What a note can name: an item by its number on the page (from 1), or a seed. */
export type NoteTarget = { readonly kind: "item" | "seed"; readonly number: number };

/** Splits a text at the items and seeds that it names: "item 31" and "seed 4" are links by themselves. */
export function notePieces(text: string): readonly NotePiece[] {
  const pieces: NotePiece[] = [];
  let from = 0;
  for (const found of text.matchAll(/\b(items?|seeds?)[ \u00a0]#?(\d{1,10})\b/giu)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), to: null });
    const kind = (found[1] ?? "").toLowerCase().startsWith("item") ? "item" : "seed";
    pieces.push({ text: found[0], to: { kind, number: Number(found[2]) } });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), to: null });
  return pieces;
}

/** A target as an address inside a note, and back; anything else is null. */
export function addressOf({ kind, number }: NoteTarget): string {
  return `#${kind}-${number}`;
}

export function targetOf(address: string): NoteTarget | null {
  const found = /^#(item|seed)-(\d{1,10})$/u.exec(address);
  return found === null ? null : { kind: found[1] === "item" ? "item" : "seed", number: Number(found[2]) };
}

type MarkdownNode = { readonly type: string; readonly value?: string; readonly children?: MarkdownNode[] };

/** Turns what a note's texts name into links; code and links stay as they are written. */
export function linkNames(node: MarkdownNode): void {
  const { children } = node;
  if (children === undefined || node.type === "link" || node.type === "linkReference") return;
  children.forEach(linkNames);
  const linked = children.flatMap((child) => (child.type === "text" && child.value !== undefined ? notePieces(child.value).map(nodeOf) : [child]));
  children.splice(0, children.length, ...linked);
}

function nodeOf({ text, to }: NotePiece): MarkdownNode {
  const words = { type: "text", value: text };
  return to === null ? words : { type: "link", url: addressOf(to), children: [words] } as MarkdownNode;
}
