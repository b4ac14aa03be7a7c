import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../renderer/styles/tokens.css", import.meta.url), "utf8");

/** The colour tokens of one rule of the stylesheet. */
function tokens(selector: string): Readonly<Record<string, string>> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", colour = ""]) => [name, colour]));
}

/** Contrast by WCAG 2: 1 (none) to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const light = tokens(":root");
const themes = { light, dark: { ...light, ...tokens(':root[data-theme="dark"]') } };

describe.each(Object.entries(themes))("the %s theme", (_name, theme) => {
  const colour = (name: string): string => theme[name] ?? expect.fail(`there is no token --${name}`);

  it.each(["paper", "panel"])("is readable on %s: text at 4.5 : 1, marks and focus at 3 : 1", (ground) => {
    for (const text of ["ink", "soft", "faint", "accent"]) expect(contrast(colour(text), colour(ground)), text).toBeGreaterThanOrEqual(4.5);
    for (const mark of ["focus", "fail-mark"]) expect(contrast(colour(mark), colour(ground)), mark).toBeGreaterThanOrEqual(3);
  });

  it("is readable in chips, warnings and cells", () => {
    const pairs = [["soft", "chip"], ["ink", "chip"], ["on-warn", "warn"], ["on-gain", "gain"], ["on-loss", "loss"], ["on-terminal", "terminal"]] as const;
    for (const [text, ground] of pairs) expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it("keeps gain and loss apart in grey print", () => {
    expect(contrast(colour("gain"), colour("loss"))).toBeGreaterThanOrEqual(1.3);
  });
});
