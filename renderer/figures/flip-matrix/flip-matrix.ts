import type { ReactElement } from "react";
import { classSentence } from "../../../workers/domain/analysis/class-sentence.ts";
import { refused } from "../figure.ts";
import type { FigureDefinition, FigureStyle, Table } from "../figure.ts";
import { frame } from "../frame/frame.ts";
import type { Block, Canvas } from "../frame/frame.ts";
import { legend } from "../frame/legend.ts";
import { group, rect, text } from "../marks.ts";
import { restsOn } from "../source.ts";
import { fit, widthOf } from "../text/measure.ts";
import { counted } from "../text/numbers.ts";
import { changeWords, drawCells, swatch } from "./cells.ts";
import type { Cell } from "./cells.ts";
import { flipMatrixData } from "./data.ts";
import type { FlipMatrixData } from "./data.ts";
import { changes } from "./grid.ts";
import { header } from "./header.ts";
import { layoutOf } from "./layout.ts";
import type { MatrixLayout } from "./layout.ts";

/** Items × runs, base first: which items flip, and under how many seeds. */
export const flipMatrix: FigureDefinition = {
  name: "flip-matrix",
  title: "Which items flip",
  prepare(source) {
    const data = flipMatrixData(source);
    if (typeof data === "string") return refused(data);
    const finding = classSentence(data);
    return {
      kind: "figure",
      caption: `${finding} Every row is a test item, every column a run; the first column is the base. ${restsOn(data.provenance)}`,
      alt: altOf(data),
      table: tableOf(data),
      draw: (style) => FlipMatrixFigure({ data, style }),
    };
  },
};

/** The matrix as one SVG. */
export function FlipMatrixFigure({ data, style }: { readonly data: FlipMatrixData; readonly style: FigureStyle }): ReactElement {
  const words = { name: flipMatrix.name, title: flipMatrix.title, finding: classSentence(data), alt: altOf(data), provenance: data.provenance };
  return frame(words, style, (canvas) => {
    const layout = layoutOf(data, canvas.width);
    const shown = new Set(data.sections.flatMap((section) => section.rows.flatMap((row) => row.changes)));
    const entries = changes
      .filter((change) => shown.has(change) || change === "gain" || change === "loss")
      .map((change) => ({ swatch: swatch(change, canvas.theme), word: changeWords[change] }));
    return [legend(entries, canvas), header(data, layout, canvas), ...data.sections.map((part) => section(part, { data, layout, canvas }))];
  });
}

type Drawing = { readonly data: FlipMatrixData; readonly layout: MatrixLayout; readonly canvas: Canvas };

function section(part: FlipMatrixData["sections"][number], { data, layout, canvas }: Drawing): Block {
  const { theme, width } = canvas;
  const title = `${part.title} ${part.rows.length + part.left}`;
  const titleWidth = widthOf(title, { face: "sans-semibold", size: 11.5 });
  const more = part.left === 0 ? "" : `; the ${counted(part.rows.length, "item")} that flip most are drawn, ${part.left} are not`;
  const says = fit(part.says + more, width - titleWidth - 8, { face: "sans-regular", size: 10.5 });
  const cells: Cell[] = part.rows.flatMap((row, at) =>
    row.changes.map((change, column) => ({ x: layout.xs[column] ?? 0, y: 22 + at * layout.pitch, change })),
  );
  // On rows too low for an outline each, the base's column is outlined as a whole.
  const outlined = layout.cell.height >= 10 ? part.rows.map((_, row) => ({ y: 22 + row * layout.pitch, height: layout.cell.height })) : [{ y: 22, height: part.rows.length * layout.pitch }];
  const outlines = data.columns.flatMap((column, at) => (column.base && part.rows.length > 0 ? outlined.map((box) => outline(layout, at, { ...box, stroke: theme.soft })) : []));
  return {
    height: 22 + part.rows.length * layout.pitch + 6,
    content: group(
      0, 0,
      text(0, 13, { face: "sans-semibold", size: 11.5, fill: theme.ink, content: title }),
      text(titleWidth + 8, 13, { size: 10.5, fill: theme.soft, content: says }),
      drawCells(cells, layout.cell, theme),
      ...outlines,
      ...part.rows.flatMap((row, at) => rowLabel(row, 22 + at * layout.pitch + layout.cell.height / 2, { data, layout, canvas })),
    ),
  };
}

function outline(layout: MatrixLayout, column: number, box: { readonly y: number; readonly height: number; readonly stroke: string }): ReactElement {
  const { width } = layout.cell;
  return rect((layout.xs[column] ?? 0) + 0.6, box.y + 0.6, { width: Math.max(0.5, width - 1.2), height: box.height - 1.2, fill: "none", stroke: box.stroke, strokeWidth: 1.2 });
}

function rowLabel(row: FlipMatrixData["sections"][number]["rows"][number], middle: number, { layout, canvas }: Drawing): ReactElement[] {
  const size = layout.labelSize;
  if (layout.inputRoom < 20) return [];
  const input = fit(row.input === "" ? row.id : row.input, layout.inputRoom, { face: "sans-regular", size });
  const gold = fit(row.gold, layout.goldRoom, { face: "mono-regular", size: size - 1.5 });
  const y = middle + size * 0.35;
  const goldX = layout.inputRoom + 10;
  return [
    text(0, y, { size, fill: canvas.theme.ink, content: input }),
    ...(gold === "" ? [] : [text(goldX, y, { face: "mono-regular", size: size - 1.5, fill: canvas.theme.soft, content: gold })]),
  ];
}

function altOf(data: FlipMatrixData): string {
  const scores = data.columns.filter((column) => !column.base).map((column) => column.passes);
  const base = data.columns.find((column) => column.base);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const range = scores.length === 0 ? "" : low === high ? ` Every run passes ${low}.` : ` Runs pass ${low} to ${high}.`;
  const share = base === undefined ? " There is no base on this path." : ` The base passes ${base.passes} of ${data.provenance.items}.`;
  return `Matrix of ${counted(data.provenance.items, "item")} by ${counted(data.columns.length, "run")}, base first. ${classSentence(data)}${share}${range}`;
}

function tableOf(data: FlipMatrixData): Table {
  const names = data.columns.map((column) => (column.base ? column.arm : `${column.arm} ${column.seed}${column.setAside ? " (set aside)" : ""}`));
  return {
    columns: ["item", "id", "class", "gold", "input", ...names],
    rows: data.sections.flatMap((part) => part.rows.map((row) => [row.index, row.id, part.name, row.gold, row.input, ...row.changes])),
  };
}
