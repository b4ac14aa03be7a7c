// Measuring text is the dearest part of a frame; the same labels are cut to the same width again and again while scrolling.
const cut = new Map<string, string>();
const mostRemembered = 20_000;

/** The text, with an ellipsis where it is wider than `room` in the brush's font. */
export function fitText(brush: CanvasRenderingContext2D, text: string, room: number): string {
  if (room <= 0) return "";
  const key = `${brush.font}|${Math.round(room)}|${text}`;
  const known = cut.get(key);
  if (known !== undefined) return known;
  const fitting = cutTo(brush, text, room);
  if (cut.size >= mostRemembered) cut.clear();
  cut.set(key, fitting);
  return fitting;
}

/** Forgets every measured text, for when the page's fonts have arrived. */
export function forgetFittedTexts(): void {
  cut.clear();
}

function cutTo(brush: CanvasRenderingContext2D, text: string, room: number): string {
  const flat = text.slice(0, 400).replace(/\s+/gu, " ");
  if (brush.measureText(flat).width <= room) return flat;
  const letters = [...flat];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (brush.measureText(`${letters.slice(0, middle).join("")}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${letters.slice(0, low).join("").trimEnd()}…`;
}
