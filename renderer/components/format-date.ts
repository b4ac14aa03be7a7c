const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayMonthYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** `02:14`. */
export function formatClock(atMs: number): string {
  return clock.format(atMs);
}

/** `02:14:09`. */
export function formatSeconds(atMs: number): string {
  return seconds.format(atMs);
}

/** `today 14:02`, `yesterday 09:30`, `3 Mar 14:02`, `3 Mar 2025 14:02`. */
export function formatDate(atMs: number, nowMs: number = Date.now()): string {
  return `${formatDay(atMs, nowMs)} ${formatClock(atMs)}`;
}

/** `02:14` for today, else with its day: for moments that lie ahead. */
export function formatMoment(atMs: number, nowMs: number = Date.now()): string {
  return sameDay(atMs, nowMs) ? formatClock(atMs) : sameDay(atMs, nowMs + dayMs) ? `tomorrow ${formatClock(atMs)}` : formatDate(atMs, nowMs);
}

const dayMs = 86_400_000;

function formatDay(atMs: number, nowMs: number): string {
  if (sameDay(atMs, nowMs)) return "today";
  if (sameDay(atMs, nowMs - dayMs)) return "yesterday";
  return new Date(atMs).getFullYear() === new Date(nowMs).getFullYear() ? dayMonth.format(atMs) : dayMonthYear.format(atMs);
}

function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
