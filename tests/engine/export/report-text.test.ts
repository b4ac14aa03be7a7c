import { expect, test } from "vitest";
import { reportHtml } from "../../../workers/engine/export/report/report-html.ts";
import { reportMarkdown } from "../../../workers/engine/export/report/report-markdown.ts";
import type { ReportPart } from "../../../workers/engine/export/report/facts.ts";

const parts: readonly ReportPart[] = [
  { kind: "paragraph", text: "An arm called <b>*bold*</b> & [link](x)" },
  { kind: "table", columns: ["a|b", "c"], rows: [["1 | 2", "line\nbreak"]] },
  { kind: "list", items: ["# no heading"] },
];

test("names of tasks and arms are shown, never read as markup", () => {
  const markdown = reportMarkdown("a *title*", parts);
  expect(markdown).toContain("# a \\*title\\*");
  expect(markdown).toContain("\\<b\\>\\*bold\\*\\</b\\> & \\[link\\](x)");
  expect(markdown).toContain("| a\\|b | c |\n| --- | --- |\n| 1 \\| 2 | line break |");
  expect(markdown).toContain("- \\# no heading");
  const page = reportHtml("<script>", parts, "");
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;b&gt;*bold*&lt;/b&gt; &amp; [link](x)");
});
