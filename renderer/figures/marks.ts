import { createElement } from "react";
import type { ReactElement, ReactNode } from "react";
import type { FaceName } from "./text/advances.ts";

// Figures are written with these functions and not with JSX, so that the engine can draw them from the sources as they
// are, without a build step; and every number of a figure is rounded in one place, so that the same data gives the same bytes.

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An SVG element; numbers are rounded to hundredths. */
export function mark(tag: string, attributes: Attributes, ...children: readonly ReactNode[]): ReactElement {
  const rounded: Record<string, string | undefined> = {};
  for (const [name, given] of Object.entries(attributes)) rounded[name] = typeof given === "number" ? round(given) : given;
  return createElement(tag, rounded, ...children);
}

/** A group moved by (x, y). */
export function group(x: number, y: number, ...children: readonly ReactNode[]): ReactElement {
  const moved = x === 0 && y === 0 ? {} : { transform: `translate(${round(x)} ${round(y)})` };
  return mark("g", moved, ...children);
}

/** A straight line. */
export function line(from: readonly [x: number, y: number], to: readonly [x: number, y: number], attributes: Attributes): ReactElement {
  return mark("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...attributes });
}

/** A filled rectangle. */
export function rect(x: number, y: number, attributes: Attributes & { readonly width: number; readonly height: number }): ReactElement {
  return mark("rect", { x, y, ...attributes });
}

/** How a text is set; the default is the sans at 11 pixels, anchored at its start. */
export type TextStyle = {
  readonly fill: string;
  readonly face?: FaceName;
  readonly size?: number;
  readonly anchor?: "start" | "middle" | "end";
};

/** One line of text with its baseline at y. */
export function text(x: number, y: number, style: TextStyle & { readonly content: string; readonly rotate?: number }): ReactElement {
  const { face = "sans-regular", size = 11, anchor, fill, content, rotate } = style;
  const attributes = {
    x, y, fill, ...fontOf(face), fontSize: size,
    textAnchor: anchor === "start" ? undefined : anchor,
    transform: rotate === undefined ? undefined : `rotate(${round(rotate)} ${round(x)} ${round(y)})`,
  };
  return mark("text", attributes, content);
}

/** A place on a figure of the page that leads somewhere; `title` says where when the pointer rests on it. */
export function hit(area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }, key: string, title: string): ReactElement {
  return mark("rect", { ...area, fill: "transparent", "data-hit": key }, mark("title", {}, title));
}

/** A path of many small shapes in one element; nothing when there is no shape. */
export function shapes(parts: readonly string[], attributes: Attributes): ReactElement | null {
  return parts.length === 0 ? null : mark("path", { d: parts.join(""), ...attributes });
}

/** Path of a rectangle. */
export function rectPath(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

/** Path of a triangle of this radius around (x, y), pointing up or down. */
export function trianglePath(x: number, y: number, radius: number, direction: "up" | "down"): string {
  const down = direction === "up" ? 1 : -1;
  const half = radius * 0.95;
  return `M${round(x)} ${round(y - down * radius)}L${round(x + half)} ${round(y + down * radius * 0.7)}H${round(x - half)}z`;
}

/** Path of a dot of this radius. */
export function dotPath(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(radius * 2)} 0a${r} ${r} 0 1 0 ${round(-radius * 2)} 0z`;
}

/** Path of a polyline. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** Path of the diagonals that hatch a rectangle: three strokes whatever its size. */
export function hatchPath(x: number, y: number, width: number, height: number): string {
  const half = `M${round(x)} ${round(y + height / 2)}L${round(x + width / 2)} ${round(y)}`;
  const whole = `M${round(x)} ${round(y + height)}L${round(x + width)} ${round(y)}`;
  const rest = `M${round(x + width / 2)} ${round(y + height)}L${round(x + width)} ${round(y + height / 2)}`;
  return half + whole + rest;
}

/** A number as figures write it: hundredths at most, no trailing zeros, no negative zero. */
export function round(number: number): string {
  const rounded = Math.round(number * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

function fontOf(face: FaceName): Attributes {
  switch (face) {
    case "sans-regular":
      return { fontFamily: "'Flipbook Sans', Inter, sans-serif" };
    case "sans-semibold":
      return { fontFamily: "'Flipbook Sans', Inter, sans-serif", fontWeight: "600" };
    case "serif-semibold":
      return { fontFamily: "'Flipbook Serif', 'Source Serif 4', serif", fontWeight: "600" };
    case "mono-regular":
      return { fontFamily: "'Flipbook Mono', 'IBM Plex Mono', monospace" };
  }
}
