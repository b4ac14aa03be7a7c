import type { ReportPart } from "./facts.ts";

/** The report as one page that needs nothing but itself; figures stand in it as SVG and share its fonts. */
export function reportHtml(title: string, parts: readonly ReportPart[], fontCss: string): string {
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${fontCss}${pageCss}</style></head><body><main>`,
    `<h1>${escaped(title)}</h1>`,
    ...parts.map(partHtml),
    "</main></body></html>\n",
  ].join("\n");
}

const pageCss =
  "body{margin:0;background:#fbfaf6;color:#1b1f24;font:16px/1.55 'Flipbook Sans',sans-serif}" +
  "main{max-width:76ch;margin:0 auto;padding:48px 20px}" +
  "h1,h2{font-family:'Flipbook Serif',serif;font-weight:600;line-height:1.2}h1{font-size:30px}h2{font-size:21px;margin-top:40px}" +
  ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:14px}th,td{text-align:left;vertical-align:top;padding:5px 14px 5px 0;border-bottom:1px solid #e5e1d8}th{color:#5c6470;font-weight:400}" +
  "figure{margin:32px 0}figure svg{max-width:100%;height:auto}figcaption{color:#5c6470;font-size:14px}";

function partHtml(part: ReportPart): string {
  switch (part.kind) {
    case "heading":
      return `<h2>${escaped(part.text)}</h2>`;
    case "paragraph":
      return `<p>${escaped(part.text)}</p>`;
    case "list":
      return `<ul>${part.items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
    case "table": {
      const head = part.columns.map((column) => `<th>${escaped(column)}</th>`).join("");
      const rows = part.rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join("")}</tr>`).join("");
      return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
    }
    case "figure":
      return `<figure>${part.svg}<figcaption>${escaped(part.caption)}</figcaption></figure>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
