/** What part of time is shown, milliseconds since the epoch. */
export type TimeWindow = { readonly fromMs: number; readonly toMs: number };

/** The narrowest window: a few readings. */
export const narrowestMs = 5_000;

/** Makes the window narrower (factor < 1) or wider around a moment that stays where it is, within the bounds. */
export function zoomed(window: TimeWindow, factor: number, { aroundMs, bounds }: { readonly aroundMs: number; readonly bounds: TimeWindow }): TimeWindow {
  const span = Math.max(narrowestMs, Math.min(bounds.toMs - bounds.fromMs, (window.toMs - window.fromMs) * factor));
  const share = (aroundMs - window.fromMs) / (window.toMs - window.fromMs);
  return within({ fromMs: aroundMs - share * span, toMs: aroundMs + (1 - share) * span }, bounds);
}

/** Moves the window by so much, and no further than the bounds. */
export function panned(window: TimeWindow, byMs: number, bounds: TimeWindow): TimeWindow {
  return within({ fromMs: window.fromMs + byMs, toMs: window.toMs + byMs }, bounds);
}

/** The window moved, and where it must be narrowed, so that it lies within the bounds. */
export function within({ fromMs, toMs }: TimeWindow, bounds: TimeWindow): TimeWindow {
  const span = Math.min(toMs - fromMs, bounds.toMs - bounds.fromMs);
  const start = Math.min(Math.max(fromMs, bounds.fromMs), bounds.toMs - span);
  return { fromMs: Math.round(start), toMs: Math.round(start + span) };
}

/** A window around a span with some room on both sides. */
export function around({ fromMs, toMs }: TimeWindow): TimeWindow {
  const room = Math.max(10_000, (toMs - fromMs) * 0.05);
  return { fromMs: Math.round(fromMs - room), toMs: Math.round(toMs + room) };
}

/** The window with its neighbourhood, which is fetched so that a small move needs nothing new. */
export function withNeighbours({ fromMs, toMs }: TimeWindow): TimeWindow {
  const half = (toMs - fromMs) / 2;
  return { fromMs: Math.max(0, Math.floor(fromMs - half)), toMs: Math.ceil(toMs + half) };
}
