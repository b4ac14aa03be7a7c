import { LabError } from "../errors.ts";

/** The next moment at which the clock on the wall shows `07:00`, after a given one; both in milliseconds since the epoch, by local time. */
export function nextClockTime(text: string, afterMs: number): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) throw new LabError("bad-input", `${text} is no time of the day. Write hours and minutes, such as 07:00.`);
  const moment = new Date(afterMs);
  moment.setHours(Number(hours), Number(minutes), 0, 0);
  // The next day by the calendar, so that a night with a clock change ends at the hour that was meant.
  if (moment.getTime() <= afterMs) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}
