/** How near an answer was to being another one, in nats of log-probability: touching the border, near it, within reach, or far. */
export type Nearness = "touching" | "near" | "within" | "far";

/** Upper bounds of the distance for each nearness, in nats: e^0.5 is 1.6 times as likely, e^3 twenty times. */
export const nearnessBounds = { touching: 0.5, near: 1.5, within: 3 } as const;

/** The nearness of a margin, whichever side of the border it is on. */
export function nearnessOf(margin: number): Nearness {
  const distance = Math.abs(margin);
  if (distance < nearnessBounds.touching) return "touching";
  if (distance < nearnessBounds.near) return "near";
  return distance < nearnessBounds.within ? "within" : "far";
}
