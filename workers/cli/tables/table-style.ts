import type { TableConstructorOptions } from "cli-table3";
import type { Terminal } from "../terminal.ts";

/** A table with nothing but a rule under its head, which survives being pasted into a note. */
export function plainStyle(colours: Terminal["colours"]): Pick<TableConstructorOptions, "chars" | "style"> {
  const none = { top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "", left: "", right: "", mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
  return { chars: { ...none, middle: "  " }, style: { head: colours.isColorSupported ? ["dim"] : [], border: [], "padding-left": 0, "padding-right": 0 } };
}

/** The table's text without the blanks that fill its last column. */
export function tableText(table: { toString(): string }): string {
  return table.toString().split("\n").map((line) => line.trimEnd()).join("\n");
}
