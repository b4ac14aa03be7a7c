import type { ReactElement } from "react";
import type { Block, Canvas } from "../frame/frame.ts";
import { group, line, rect, text } from "../marks.ts";
import { fit } from "../text/measure.ts";
import type { FlipMatrixData } from "./data.ts";
import type { MatrixLayout } from "./layout.ts";

/** Arm names, then each column's passed items over its seed; narrow columns get bars for the scores. */
export function header(data: FlipMatrixData, layout: MatrixLayout, canvas: Canvas): Block {
  const columns = layout.cell.width >= 15 ? numbers(data, layout, canvas) : bars(data, layout, canvas);
  return { height: 18 + columns.height, content: group(0, 0, ...armNames(layout, canvas), group(0, 18, columns.content)) };
}

function armNames(layout: MatrixLayout, { theme, width }: Canvas): ReactElement[] {
  const setting = { face: "sans-semibold", size: 11 } as const;
  const unders = layout.groups.map(({ from, to }) => line([from, 15], [to, 15], { stroke: theme.soft }));
  const named = layout.groups.map(({ arm, from }, at) => {
    const room = Math.min(layout.groups[at + 1]?.from ?? width, width) - from - 4;
    return { from, content: fit(arm, room, setting) };
  });
  const [first] = layout.groups;
  if (first !== undefined && named.filter(({ content }) => content.length > 1).length < layout.groups.length) {
    const content = fit(`${layout.groups.length} arms in the file's order, the first is ${first.arm}`, width - first.from, setting);
    return [text(first.from, 10, { ...setting, fill: theme.ink, content }), ...unders];
  }
  return [...named.map(({ from, content }) => text(from, 10, { ...setting, fill: theme.ink, content })), ...unders];
}

function numbers(data: FlipMatrixData, layout: MatrixLayout, { theme }: Canvas): { readonly height: number; readonly content: ReactElement } {
  const first = layout.xs[0] ?? 0;
  const marks = data.columns.flatMap((column, at) => {
    const x = (layout.xs[at] ?? 0) + layout.cell.width / 2;
    const seed = fit(column.base ? "" : column.seed, layout.cell.width + 2, { face: "sans-regular", size: 10 });
    return [
      text(x, 12, { face: "mono-regular", size: 11, anchor: "middle", fill: theme.ink, content: String(column.passes) }),
      text(x, 25, { size: 10, anchor: "middle", fill: theme.soft, content: column.setAside ? `(${seed})` : seed }),
    ];
  });
  const words = [
    text(first - 8, 12, { size: 10, anchor: "end", fill: theme.soft, content: "items passed" }),
    text(first - 8, 25, { size: 10, anchor: "end", fill: theme.soft, content: data.columns.some((column) => column.setAside) ? "seed (set aside)" : "seed" }),
  ];
  return { height: 38, content: group(0, 0, ...marks, ...words) };
}

function bars(data: FlipMatrixData, layout: MatrixLayout, { theme }: Canvas): { readonly height: number; readonly content: ReactElement } {
  const tall = 30;
  const most = Math.max(1, ...data.columns.map((column) => column.passes));
  const fewest = Math.min(...data.columns.map((column) => column.passes));
  const marks = data.columns.map((column, at) => {
    const height = (column.passes / most) * tall;
    const fill = column.base ? theme.soft : theme.pass;
    return rect(layout.xs[at] ?? 0, 4 + tall - height, { width: layout.cell.width, height, fill });
  });
  const first = layout.xs[0] ?? 0;
  const words = ["items passed", `${fewest} to ${most}`].map((content, at) =>
    text(first - 8, 17 + at * 13, { size: 10, anchor: "end", fill: theme.soft, content }),
  );
  return { height: 46, content: group(0, 0, ...marks, ...words) };
}
