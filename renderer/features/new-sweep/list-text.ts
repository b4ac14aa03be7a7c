/** A list as the form shows it, `4, 16`, from how the file's field is shown, `[4,16]`. */
export function listText(shown: string): string {
  return shown.replace(/^\[|\]$/g, "").replaceAll(",", ", ");
}

/** The values of such a text; what is a number is one. */
export function listValue(text: string): readonly (string | number)[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map((part) => (/^-?\d+(\.\d+)?(e-?\d+)?$/iu.test(part) ? Number(part) : part));
}
