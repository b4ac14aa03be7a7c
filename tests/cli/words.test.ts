import { describe, expect, it } from "vitest";
import { oneLine, passesText, scoreText } from "../../workers/cli/words.ts";

describe("words of the command line", () => {
  it("list what a few runs passed, and give the range of many", () => {
    expect(passesText([31, 33, 30])).toBe("31 33 30");
    expect(passesText(Array.from({ length: 40 }, (_, index) => 20 + (index % 7)))).toBe("20 to 26 in 40 runs");
  });

  it("give the share of a mean as it is, not of the mean as it is shown", () => {
    expect(scoreText((27 + 27 + 28) / 3, 47)).toBe("27.3/47 (58.2 %)");
    expect([scoreText(31, 47), scoreText(0, 0)]).toEqual(["31/47 (66.0 %)", "no items"]);
  });

  it("keep a text that holds line ends and a terminal's commands on its line", () => {
    expect(oneLine("  first\n\tsecond\u001b[2J\u0007 third\r\n")).toBe("first second[2J third");
  });
});
