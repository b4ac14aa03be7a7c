import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import { figureNames, figureWidths } from "../../workers/contract/figures.ts";
import { loadFigureFonts } from "../../workers/engine/export/figure-fonts.ts";
import { inventedSource } from "./invented-source.ts";
import { prepared, svgOf, textsOf } from "./svg-facts.ts";

const arms = [["prompt", "prompt"], ["lora", "lora"], ["both", "prompt+lora"]] as const;
const source = inventedSource({ arms, errors: true, setAside: true, resamples: 200 });
const fonts = loadFigureFonts(new URL("../../assets/fonts", import.meta.url).pathname);

describe.each(figureNames)("the figure %s", (name) => {
  test.each(["light", "dark", "transparent"] as const)("stands alone on a %s page", (theme) => {
    const svg = svgOf(name, source, { theme, fontCss: fonts.css });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
    expect(svg.match(/<svg/gu)).toHaveLength(1);
    expect(svg).toContain('role="img"');
    expect(svg).toMatch(/<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/u);
    expect(svg).toContain("@font-face");
    for (const forbidden of ["currentColor", "var(--", "href", "<image", "NaN", "undefined)</text", "Infinity"]) expect(svg).not.toContain(forbidden);
    const urls = [...svg.matchAll(/url\(([^)]{0,40})/gu)].map((match) => match[1]);
    expect(urls.every((url) => url?.startsWith("data:font/woff2;base64,"))).toBe(true);
  });

  test("has places to press only on the page around it", () => {
    expect(svgOf(name, source)).not.toContain("data-hit");
    if (name === "spread") expect(svgOf(name, source, { bare: true }).match(/data-hit/gu)).toHaveLength(30);
    // Two places for each pair of ten seeds, in each of three arms: predictions and outcomes.
    if (name === "agreement") expect(svgOf(name, source, { bare: true }).match(/data-hit/gu)).toHaveLength(3 * 90);
  });

  test("says inside what it rests on", () => {
    const said = textsOf(svgOf(name, source)).join(" ");
    expect(said).toContain("task router-47 9f3c51aa0e7b");
    expect(said).toContain("path peft/bf16");
    expect(said).toContain("n = 47 items");
    expect(said).toContain("K = 10 seeds per arm");
  });

  test("is the same bytes for the same data", () => {
    const again = inventedSource({ arms, errors: true, setAside: true, resamples: 200 });
    expect(svgOf(name, again)).toBe(svgOf(name, source));
  });

  test.each(Object.values(figureWidths))("keeps everything inside its frame at %i pixels", (width) => {
    const svg = svgOf(name, source, { width });
    const drawing = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [...fonts.files], defaultFontFamily: "Flipbook Sans" } });
    const box = new Resvg(svg.replace(/<rect[^>]*fill="#fbfaf6"[^>]*><\/rect>/u, ""), { font: { loadSystemFonts: false, fontFiles: [...fonts.files], defaultFontFamily: "Flipbook Sans" } }).innerBBox();
    expect(drawing.width).toBe(width);
    expect(box?.x ?? 0).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(drawing.height);
  });

  test("has a caption, an alt text and a table with a row", () => {
    const figure = prepared(name, source);
    for (const part of ["K = 10 seeds per arm", "n = 47 items", "path peft/bf16", "Task router-47 9f3c51aa0e7b"]) expect(figure.caption).toContain(part);
    if (textsOf(svgOf(name, source)).join(" ").includes("bootstrap")) expect(figure.caption).toContain("bootstrap of whole seeds and items");
    expect(figure.alt.length).toBeGreaterThan(20);
    expect(figure.table.rows.length).toBeGreaterThan(0);
    for (const row of figure.table.rows) expect(row).toHaveLength(figure.table.columns.length);
  });
});

test("a figure on a page leaves title and footer to the page", () => {
  const bare = textsOf(svgOf("spread", source, { bare: true }));
  expect(bare.join(" ")).not.toContain("Scores over seeds");
  expect(bare.join(" ")).not.toContain("task router-47");
  expect(bare).toContain("score (% of items passed)");
});

test("figures with intervals name their method", () => {
  for (const name of ["spread", "loss-score", "factorial"] as const) {
    expect(textsOf(svgOf(name, source)).join(" ")).toContain("95 % intervals: bootstrap of whole seeds and items, 200 resamples, generator seed 1");
  }
});
