import { advances } from "./advances.ts";
import type { FaceName } from "./advances.ts";

/** How a text will be set. */
export type Setting = { readonly face: FaceName; readonly size: number };

/** Width of a text in pixels; exact for the figure fonts, which carry no kerning. */
export function widthOf(content: string, setting: Setting): number {
  const widths = tableOf(setting.face);
  let thousandths = 0;
  for (const character of content) thousandths += widths.get(character.codePointAt(0) ?? 0) ?? widthWithout(character, setting.face);
  return (thousandths * setting.size) / 1000;
}

/** The text, cut with an ellipsis where it is wider than `room` pixels; empty where not even one letter fits. */
export function fit(content: string, room: number, setting: Setting): string {
  const flat = content.replace(/[ \t\r\n]+/gu, " ").trim();
  if (widthOf(flat, setting) <= room) return flat;
  const letters = [...flat];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${letters.slice(0, middle).join("")}…`, setting) <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${letters.slice(0, low).join("").trimEnd()}…`;
}

/** The text broken at spaces (not at no-break ones) into lines of at most `room` pixels; a single longer word is cut. */
export function wrap(content: string, room: number, setting: Setting): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of content.split(/[ \t\r\n]+/u).filter((part) => part !== "")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (widthOf(longer, setting) <= room) {
      current = longer;
      continue;
    }
    if (current !== "") lines.push(current);
    current = fit(word, room, setting);
  }
  return current === "" ? lines : [...lines, current];
}

/** Whether the figure fonts can draw every character of a text. */
export function isCovered(content: string): boolean {
  const widths = tableOf("sans-regular");
  for (const character of content) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 32 && !widths.has(code)) return false;
  }
  return true;
}

const tables = new Map<FaceName, ReadonlyMap<number, number>>();

function tableOf(face: FaceName): ReadonlyMap<number, number> {
  const known = tables.get(face);
  if (known !== undefined) return known;
  const table = new Map<number, number>();
  for (const [first, widths] of advances[face].runs) widths.forEach((width, at) => table.set(first + at, width));
  tables.set(face, table);
  return table;
}

/** A character the face lacks comes from another one: as wide as in the sans, or a full square (as in East Asian scripts). */
function widthWithout(character: string, face: FaceName): number {
  const sans = face === "sans-regular" ? undefined : tableOf("sans-regular").get(character.codePointAt(0) ?? 0);
  return sans ?? 1000;
}
