/** Colours and fonts of the matrix, read from the page's tokens because a canvas cannot use them by name. */
export type Inks = {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly shade: string;
  readonly focus: string;
  readonly pass: string;
  readonly fail: string;
  readonly failMark: string;
  readonly gain: string;
  readonly onGain: string;
  readonly loss: string;
  readonly onLoss: string;
  readonly errorInk: string;
  readonly sans: string;
  readonly mono: string;
};

const tokens: Readonly<Record<keyof Inks, string>> = {
  paper: "--paper", ink: "--ink", soft: "--soft", faint: "--faint", line: "--line", accent: "--accent", shade: "--shade", focus: "--focus",
  pass: "--pass", fail: "--fail", failMark: "--fail-mark", gain: "--gain", onGain: "--on-gain", loss: "--loss", onLoss: "--on-loss",
  errorInk: "--error-ink", sans: "--sans", mono: "--mono",
};

/** Reads the tokens that are in force at an element. */
export function readInks(element: Element): Inks {
  const style = getComputedStyle(element);
  const read = (name: keyof Inks): string => style.getPropertyValue(tokens[name]).trim();
  return {
    paper: read("paper"), ink: read("ink"), soft: read("soft"), faint: read("faint"), line: read("line"), accent: read("accent"), shade: read("shade"), focus: read("focus"),
    pass: read("pass"), fail: read("fail"), failMark: read("failMark"), gain: read("gain"), onGain: read("onGain"), loss: read("loss"), onLoss: read("onLoss"),
    errorInk: read("errorInk"), sans: read("sans"), mono: read("mono"),
  };
}
