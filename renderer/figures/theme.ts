/** Where a figure will stand: a light page, a dark page, or any page (no background, inks that read on both). */
export type ThemeName = "light" | "dark" | "transparent";

/** Inks of a figure; gain and loss mean outcome against the base and nothing else. `paper` null = no background. */
export type Theme = {
  readonly paper: string | null;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly pass: string;
  readonly onPass: string;
  readonly fail: string;
  readonly failInk: string;
  readonly gain: string;
  readonly onGain: string;
  readonly loss: string;
  readonly onLoss: string;
  /** Ends of the neutral scale for shares: none to all. */
  readonly scale: readonly [low: string, high: string];
};

/** The inks of every theme. On `transparent` every ink has at least 3 : 1 against white and against black where it carries text. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    paper: "#fbfaf6", ink: "#1b1f24", soft: "#5c6470", line: "#dcd7cb",
    pass: "#b9c1ca", onPass: "#1b1f24", fail: "#f0ede6", failInk: "#7d848d",
    gain: "#0072b2", onGain: "#ffffff", loss: "#e69f00", onLoss: "#3b2700",
    scale: ["#f3f0e9", "#2f3a46"],
  },
  dark: {
    paper: "#14171a", ink: "#e9e7e1", soft: "#a3a9b1", line: "#363c42",
    pass: "#5b6570", onPass: "#ffffff", fail: "#22272c", failInk: "#8a919a",
    gain: "#3aa0de", onGain: "#06121b", loss: "#f0b43c", onLoss: "#3b2700",
    scale: ["#22272c", "#dfe4ea"],
  },
  transparent: {
    paper: null, ink: "#767676", soft: "#767676", line: "#8e8e8e",
    pass: "#97a0aa", onPass: "#14171a", fail: "none", failInk: "#767676",
    gain: "#0a7fc2", onGain: "#ffffff", loss: "#e69f00", onLoss: "#3b2700",
    scale: ["#c9ced4", "#3c454f"],
  },
};

/** A colour on the neutral scale; `share` runs from 0 to 1. */
export function shareColour(theme: Theme, share: number): string {
  const [low, high] = theme.scale.map(channels) as [number[], number[]];
  const mixed = low.map((from, at) => Math.round(from + ((high[at] ?? from) - from) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever reads better on a colour written `#rrggbb`. */
export function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? "#1b1f24" : "#ffffff";
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
