import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseExperimentFile } from "../../workers/contract/experiment-file.ts";
import { formatProblem } from "../../workers/domain/errors.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");

test("every experiment in the README can be run as it stands there; one that shows arms alone, under the first one's head", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(2);
  const head = /^name:[\s\S]*?(?=^arms:)/m.exec(blocks[0] ?? "")?.[0] ?? "";
  for (const block of blocks) {
    const read = parseExperimentFile(block.startsWith("name:") ? block : head + block, "README.md");
    expect(read.kind === "problems" ? read.problems.map(formatProblem) : []).toEqual([]);
  }
});

test("every picture in the README is there", () => {
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => match[1] ?? "");
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(readFileSync(new URL(`../../${picture}`, import.meta.url)).subarray(1, 4).toString("latin1"), picture).toBe("PNG");
});
