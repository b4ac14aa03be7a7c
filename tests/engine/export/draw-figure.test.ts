import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../../renderer/figures/catalogue.ts";
import { figureFormats } from "../../../workers/contract/figures.ts";
import { csvOf, drawFigure, jsonOf, pngOf } from "../../../workers/engine/export/draw-figure.ts";
import { exportFigures, wantedFigures } from "../../../workers/engine/export/export-figures.ts";
import { loadFigureFonts } from "../../../workers/engine/export/figure-fonts.ts";
import { inventedSource } from "../../figures/invented-source.ts";
import { prepared } from "../../figures/svg-facts.ts";

const source = inventedSource({ resamples: 100 });
const fonts = loadFigureFonts(new URL("../../../assets/fonts", import.meta.url).pathname);
const options = { theme: "light", width: 640, scale: 2, formats: [...figureFormats] } as const;

describe("one figure", () => {
  test("is written in every format, named by figure, theme, width and scale", () => {
    const names = drawFigure("spread", prepared("spread", source), { options, fonts }).map((file) => file.name);
    expect(names).toEqual(["spread-light-640.svg", "spread-light-640@2x.png", "spread.csv", "spread.json", "spread.txt"]);
  });

  test("gives the same bytes twice, the PNG as well", () => {
    const [first, second] = [1, 2].map(() => drawFigure("agreement", prepared("agreement", source), { options, fonts }));
    expect(second?.map((file) => Buffer.from(file.bytes).toString("base64"))).toEqual(first?.map((file) => Buffer.from(file.bytes).toString("base64")));
  });

  test.each([1, 2, 3] as const)("its PNG at %i× has so many times the width", (scale) => {
    const [png] = drawFigure("loss", prepared("loss", source), { options: { ...options, scale, formats: ["png"] }, fonts });
    const header = new DataView(png?.bytes.buffer ?? new ArrayBuffer(0), png?.bytes.byteOffset);
    expect(header.getUint32(16)).toBe(640 * scale);
  });

  test("is drawn in its own fonts: the same text without them has another picture", () => {
    const [svg] = drawFigure("spread", prepared("spread", source), { options: { ...options, formats: ["svg"] }, fonts });
    const text = new TextDecoder().decode(svg?.bytes);
    const without = new Resvg(text, { font: { loadSystemFonts: false, fontFiles: [] } }).render().asPng();
    expect(Buffer.from(pngOf(text, 1, fonts)).equals(without)).toBe(false);
  });
});

describe("tables", () => {
  test("commas, quotes and line breaks survive in CSV; a formula stays a text", () => {
    const csv = csvOf({ columns: ["a", "b"], rows: [['say "hi", twice', "two\nlines"], ["=1+1", -0.5], [null, "−3.6"]] });
    expect(csv).toBe('a,b\r\n"say ""hi"", twice","two\nlines"\r\n\'=1+1,-0.5\r\n,−3.6\r\n');
  });

  test("JSON holds the same rows by column name", () => {
    const { table } = prepared("spread", source);
    const rows: unknown = JSON.parse(jsonOf(table));
    expect(rows).toHaveLength(table.rows.length);
    expect(rows).toEqual(table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at]]))));
  });
});

describe("several figures", () => {
  test("all means all; an unknown one is refused with the nearest", () => {
    expect(wantedFigures(["all"])).toEqual(Object.keys(catalogue));
    expect(wantedFigures(["loss", "loss"])).toEqual(["loss"]);
    expect(() => wantedFigures(["flip-matrx"])).toThrow("There is no figure flip-matrx. Did you mean flip-matrix?");
  });

  test("what cannot be drawn is named with its reason, the rest is written", async () => {
    const made = await exportFigures(inventedSource({ seeds: 1, resamples: 50 }), wantedFigures(["all"]), { options: { ...options, formats: ["csv"] }, fonts });
    expect(made.files.map((file) => file.name)).toEqual(["flip-matrix.csv", "spread.csv", "label-flows.csv", "loss.csv", "loss-score.csv", "sweep.csv"]);
    expect(made.refused.map(({ name }) => name)).toEqual(["agreement", "factorial"]);
    expect(made.refused[0]?.why).toContain("two scored runs");
  });
});
