import { describe, expect, it } from "vitest";
import { formatBytes, formatGib, formatMib } from "../../renderer/components/format-bytes.ts";
import { plural, shortHash } from "../../renderer/components/format-count.ts";
import { formatDate, formatMoment } from "../../renderer/components/format-date.ts";
import { formatDuration } from "../../renderer/components/format-duration.ts";
import { formatLoss } from "../../renderer/components/format-loss.ts";
import { formatInterval, formatPoints, formatSigned } from "../../renderer/components/format-points.ts";
import { formatProgress, phaseWord, progressShare } from "../../renderer/components/format-progress.ts";

describe("numbers on screen", () => {
  it("carry a true minus sign, and no sign where nothing differs", () => {
    expect(formatPoints(-3.64)).toBe("−3.6");
    expect(formatSigned(3.6)).toBe("+3.6");
    expect(formatSigned(-0.04)).toBe("0.0");
    expect(formatSigned(-2, 0)).toBe("−2");
    expect(formatInterval({ kind: "interval", low: -5.8, high: -1.4, level: 0.95 })).toBe("−5.8 to −1.4");
    expect(formatInterval({ kind: "undefined", why: "one seed" })).toBe("–");
  });

  it("carry their unit and a size one can read", () => {
    expect([formatBytes(612), formatBytes(556.234)]).toEqual(["612 bytes", "556 bytes"]);
    expect(formatBytes(4_400_000)).toBe("4.2 MiB");
    expect(formatMib(23_904.4)).toBe("23,904 MiB");
    expect(formatGib(0)).toBe("0 GiB");
    expect(formatLoss(0.03149)).toBe("0.031");
    expect(formatLoss(1.842)).toBe("1.84");
    expect(formatLoss(0.00004)).toBe("4.0e-5");
  });

  it("count one thing in the singular", () => {
    expect(plural(1, "seed")).toBe("1 seed");
    expect(plural(1000, "seed")).toBe("1,000 seeds");
    expect(shortHash("9f3c000000e1")).toBe("9f3c…e1");
  });
});

describe("times on screen", () => {
  const now = new Date(2026, 2, 3, 14, 0).getTime();

  it("say today, yesterday, or the day, with the year only where it is another", () => {
    expect(formatDate(new Date(2026, 2, 3, 9, 5).getTime(), now)).toBe("today 09:05");
    expect(formatDate(new Date(2026, 2, 2, 23, 59).getTime(), now)).toBe("yesterday 23:59");
    expect(formatDate(new Date(2026, 0, 9, 8, 0).getTime(), now)).toBe("9 Jan 08:00");
    expect(formatDate(new Date(2025, 11, 31, 8, 0).getTime(), now)).toBe("31 Dec 2025 08:00");
    expect(formatMoment(new Date(2026, 2, 4, 2, 14).getTime(), now)).toBe("tomorrow 02:14");
  });

  it("give a duration in its two largest units", () => {
    expect(formatDuration(420)).toBe("0.4 s");
    expect(formatDuration(59_600)).toBe("1 min 00 s");
    expect(formatDuration(185_000)).toBe("3 min 05 s");
    expect(formatDuration(8_040_000)).toBe("2 h 14 min");
    expect(formatDuration(270_000_000)).toBe("3 d 3 h");
  });

  it("say what a job does and how far it is", () => {
    expect(phaseWord("train")).toBe("training");
    expect(formatProgress({ done: 41, total: 60, unit: "steps" })).toBe("step 41 of 60");
    expect(formatProgress({ done: 12, total: 47, unit: "items" })).toBe("12 of 47 items");
    expect(progressShare({ done: 3, total: 0, unit: "items" })).toBeNull();
  });
});
