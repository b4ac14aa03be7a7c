import type { ReportPart } from "./facts.ts";

/** The report as Markdown, its figures beside it as files. */
export function reportMarkdown(title: string, parts: readonly ReportPart[]): string {
  return `${[`# ${escaped(title)}`, ...parts.map(partText)].join("\n\n")}\n`;
}

function partText(part: ReportPart): string {
  switch (part.kind) {
    case "heading":
      return `## ${escaped(part.text)}`;
    case "paragraph":
      return escaped(part.text);
    case "list":
      return part.items.map((item) => `- ${escaped(item)}`).join("\n");
    case "table":
      return [part.columns, part.columns.map(() => "---"), ...part.rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
    case "figure":
      return `![${escaped(part.alt)}](${part.file})\n\n*${escaped(part.caption)}*`;
  }
}

function cell(text: string): string {
  return text === "---" ? text : escaped(text).replaceAll("|", "\\|");
}

/** Texts of tasks and runs are shown as they are, never read as markup. */
function escaped(text: string): string {
  return text.replace(/[\r\n]+/gu, " ").replace(/[\\`*_[\]<>#]/gu, "\\$&");
}
