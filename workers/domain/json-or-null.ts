/** What a JSON text says, or null where it is none (as for the text `null`, which no reader here expects). */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
