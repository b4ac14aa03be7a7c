import { catalogue } from "../../../../renderer/figures/catalogue.ts";
import { figureNames, figureWidths } from "../../../contract/figures.ts";
import { drawFigure, svgOf } from "../draw-figure.ts";
import type { ExportFile } from "../draw-figure.ts";
import type { FigureFonts } from "../figure-fonts.ts";
import type { ReportFacts, ReportPart } from "./facts.ts";
import { reportHtml } from "./report-html.ts";
import { reportMarkdown } from "./report-markdown.ts";
import { reportParts } from "./report-parts.ts";

const options = { theme: "light", width: figureWidths.column, scale: 2, formats: ["svg", "png", "csv"] } as const;

/** One Markdown file with its figures, and one HTML page that needs no other file. */
export async function writeReport(facts: ReportFacts, fonts: FigureFonts): Promise<readonly ExportFile[]> {
  const files: ExportFile[] = [];
  const figures: Extract<ReportPart, { readonly kind: "figure" }>[] = [];
  const refused: string[] = [];
  for (const name of figureNames) {
    const figure = catalogue[name].prepare(facts.source);
    if (figure.kind === "refused") {
      // A factorial or a grid is missed only where there could have been one.
      if (name !== "factorial" && name !== "sweep") refused.push(`No figure “${catalogue[name].title}”: ${figure.why}`);
      continue;
    }
    const drawn = drawFigure(name, figure, { options, fonts });
    files.push(...drawn);
    const svg = svgOf(figure, options, null);
    figures.push({ kind: "figure", file: drawn.find((file) => file.name.endsWith(".svg"))?.name ?? "", svg, alt: figure.alt, caption: figure.caption });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const title = facts.source.experiment.name;
  const parts = reportParts(facts, figures, refused);
  return [textFile("report.md", reportMarkdown(title, parts)), textFile("report.html", reportHtml(title, parts, fonts.css)), ...files];
}

function textFile(name: string, content: string): ExportFile {
  return { name, bytes: new TextEncoder().encode(content) };
}
