import { jsonOrNull } from "../json-or-null.ts";

/** Opening braces tried before a text counts as having no object; a model that repeats `{` must not cost quadratic time. */
const maxStarts = 64;

/** The first `{…}` in a text that parses as a JSON object, or null. */
export function firstJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  let start = text.indexOf("{");
  for (let tries = 0; start >= 0 && tries < maxStarts; tries++) {
    const end = closingBrace(text, start);
    const object = end === null ? null : parseObject(text.slice(start, end + 1));
    if (object !== null) return object;
    start = text.indexOf("{", start + 1);
  }
  return null;
}

function closingBrace(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const letter = text[index];
    if (inString) {
      if (letter === "\\") index++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{") depth++;
    else if (letter === "}" && --depth === 0) return index;
  }
  return null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  // A text that starts with a brace and parses is an object; nothing else can begin so.
  return jsonOrNull(text) as Readonly<Record<string, unknown>> | null;
}
