import { wrap } from "../figures/text/measure.ts";

/** What a chart's picture says around it, since its page is not there any more. */
export type PictureWords = { readonly title: string; readonly says: readonly string[] };

const edge = 18;
const lineHeight = 16;
const copied = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "text-anchor", "opacity"] as const;

/** A chart of the page as an SVG that stands alone: every colour resolved, its words inside, nothing left that asks the page. */
export function chartPicture(chart: SVGSVGElement, words: PictureWords): { readonly svg: string; readonly width: number; readonly height: number } {
  const { width, height } = chart.getBoundingClientRect();
  const page = getComputedStyle(document.body);
  const top = edge + 24;
  const lines = words.says.flatMap((says) => wrap(says, width, { face: "sans-regular", size: 11 }));
  const all = { width: Math.ceil(width) + 2 * edge, height: Math.ceil(top + height + 8 + lines.length * lineHeight + edge) };
  const root = element("svg", { xmlns: "http://www.w3.org/2000/svg", width: all.width, height: all.height, viewBox: `0 0 ${all.width} ${all.height}`, role: "img", "aria-label": words.title, "font-family": "Inter, sans-serif" });
  const drawing = standingAlone(chart);
  for (const [name, value] of Object.entries({ x: edge, y: top, width: Math.ceil(width), height: Math.ceil(height), overflow: "visible" })) drawing.setAttribute(name, String(value));
  root.append(
    texted("title", {}, words.title),
    texted("desc", {}, words.says.join(" ")),
    element("rect", { width: all.width, height: all.height, fill: page.backgroundColor }),
    texted("text", { x: edge, y: edge + 10, "font-size": 15, "font-weight": 600, fill: page.color }, words.title),
    drawing,
    ...lines.map((line, at) => texted("text", { x: edge, y: top + height + 20 + at * lineHeight, "font-size": 11, fill: page.color }, line)),
  );
  return { svg: `${new XMLSerializer().serializeToString(root)}\n`, ...all };
}

/** The same picture as a PNG, as base64. */
export async function pictureAsPng(picture: { readonly svg: string; readonly width: number; readonly height: number }, scale: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width * scale;
  canvas.height = picture.height * scale;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture. Save it as SVG.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

/** A copy whose looks no longer come from style sheets: computed values as attributes, classes and styles gone. */
function standingAlone(chart: SVGSVGElement): Element {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof Element)) throw new Error("a copy of an element is an element");
  const originals = [chart, ...chart.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((original, at) => {
    const target = copies[at];
    if (target === undefined) return;
    const style = getComputedStyle(original);
    for (const name of copied) {
      const value = style.getPropertyValue(name);
      if (value !== "") target.setAttribute(name, value);
    }
    for (const name of ["class", "style", "tabindex", "role"]) target.removeAttribute(name);
  });
  return copy;
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (name !== "xmlns") made.setAttribute(name, String(value));
  return made;
}

function texted(tag: string, attributes: Readonly<Record<string, string | number>>, content: string): Element {
  const made = element(tag, attributes);
  made.textContent = content;
  return made;
}
