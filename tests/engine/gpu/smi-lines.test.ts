import { describe, expect, it } from "vitest";
import { randomFrom, unitFrom } from "../../../workers/domain/statistics/random.ts";
import { isDead, parseCell, parseMask } from "../../../workers/engine/gpu/smi-cell.ts";
import { failureOf, meansNoGpu } from "../../../workers/engine/gpu/smi-failure.ts";
import { firstQuery, readingFields } from "../../../workers/engine/gpu/smi-query.ts";
import { parseLine } from "../../../workers/engine/gpu/smi-row.ts";
import { throttleWords } from "../../../workers/engine/gpu/throttle-words.ts";
import { smiRow } from "./smi-row-text.ts";

const value = (number: number) => ({ kind: "value", value: number });
const missing = (reason: string) => ({ kind: "missing", reason });
const cells = (line: string): unknown => line.split(",").map(parseCell);
const end = (exitCode: number | null, stdout: string, stderr = "") => ({ exitCode, stdout, stderr });

// The lines are those that nvidia-smi really printed, from public bug reports, numbered as in the collection.
describe("what nvidia-smi prints in a cell", () => {
  it("1: one unsupported field is unknown with its reason, in the new words and the old", () => {
    expect(cells("2004, 2004, 0, 44, [N/A], 0, 0")).toEqual([value(2004), value(2004), value(0), value(44), missing("N/A"), value(0), value(0)]);
    expect(cells("2004, 2004, 0, 44, [Not Supported], 0, 0")).toEqual([value(2004), value(2004), value(0), value(44), missing("Not Supported"), value(0), value(0)]);
  });

  it("2: units are read although none were asked for, and text is unknown", () => {
    const unsupported = missing("Not Supported");
    expect(cells("GeForce GTX 770, [Not Supported], [Not Supported], 52, [Not Supported], [Not Supported], 52 %, P0")).toEqual([
      missing("GeForce GTX 770"), unsupported, unsupported, value(52), unsupported, unsupported, value(52), missing("P0"),
    ]);
  });

  it("3: a failed field leaves the others good", () => {
    expect(cells("100, 37, 56, 228.82, 210.00, 56, 1560, 6800, [Unknown Error]")).toEqual([
      value(100), value(37), value(56), value(228.82), value(210), value(56), value(1560), value(6800), missing("Unknown Error"),
    ]);
  });

  it("4: watts and percent with their units", () => {
    expect(cells("53 %, 3 %, 84, 123.00 W, 262.50 W, [Unknown Error], P2")).toEqual([
      value(53), value(3), value(84), value(123), value(262.5), missing("Unknown Error"), missing("P2"),
    ]);
  });

  it("5: a card in MIG mode without privileges", () => {
    expect(cells("47, [N/A], [N/A], [Insufficient Permissions], [Insufficient Permissions]")).toEqual([
      value(47), missing("N/A"), missing("N/A"), missing("Insufficient Permissions"), missing("Insufficient Permissions"),
    ]);
  });

  it("6: a part with unified memory does not report it", () => {
    expect(cells("[N/A], [N/A], [N/A], 0 %, 11.17 W, 35")).toEqual([missing("N/A"), missing("N/A"), missing("N/A"), value(0), value(11.17), value(35)]);
  });

  it("9 and 10: deprecated and missing functions, and N/A without brackets", () => {
    expect(parseCell("[Requested functionality has been deprecated]")).toEqual(missing("Requested functionality has been deprecated"));
    expect(parseCell("[Function Not Found]")).toEqual(missing("Function Not Found"));
    expect(parseCell("N/A")).toEqual(missing("N/A"));
  });

  it("11: draw, average and instant of one generation", () => {
    expect(cells("39.25 W, [N/A], 39.25 W")).toEqual([value(39.25), missing("N/A"), value(39.25)]);
  });

  it("12: a process whose memory Windows does not tell", () => {
    expect(parseCell("[N/A]")).toEqual(missing("N/A"));
    expect(parseCell("C:\\Windows\\System32\\dwm.exe").kind).toBe("missing");
  });

  it("is never NaN: an empty cell, a word or half a number are unknown", () => {
    for (const text of ["", " ", "[]", "NaN", "Infinity", "1e999", "12 apples", "--3", "0x10", "1,5"]) expect(parseCell(text).kind, text).toBe("missing");
    expect(parseCell("-3")).toEqual(value(-3));
  });
});

const read = (cells: Parameters<typeof smiRow>[0]) => {
  const parsed = parseLine(smiRow(cells), firstQuery);
  if (parsed.kind !== "gpu") throw new Error("it is a GPU");
  return parsed.reading;
};

describe("a line of the query", () => {
  it("is a GPU keyed by its UUID", () => {
    expect(read({})).toEqual({
      uuid: "GPU-1f2e3d4c-0000-1111-2222-333344445555", name: "NVIDIA GeForce RTX 3090", busId: "00000000:01:00.0", powerKind: "instant",
      usedMib: value(2690), freeMib: value(21886), totalMib: value(24576), utilisationPercent: value(3), powerWatts: value(38.51), temperatureC: value(41),
      fanPercent: value(30), smClockMhz: value(1695), memoryClockMhz: value(9501), throttleBits: value(4),
    });
  });

  it("7: a card that needs a reset has no memory readings, although it prints 0 MiB", () => {
    const reading = read({ usedMib: "0 MiB", freeMib: "0 MiB", totalMib: "81920 MiB", utilisationPercent: "[GPU requires reset]", powerWatts: "[GPU requires reset]", temperatureC: "0" });
    expect(reading).toMatchObject({ usedMib: missing("GPU requires reset"), freeMib: missing("GPU requires reset"), totalMib: missing("GPU requires reset"), powerKind: null });
  });

  it("7: a total of 0 MiB means that the memory is unknown, never that it is free", () => {
    const reading = read({ usedMib: "0 MiB", freeMib: "0 MiB", totalMib: "0 MiB" });
    expect(reading.usedMib.kind).toBe("missing");
    expect(reading.utilisationPercent).toEqual(value(3));
  });

  it("8: a lost GPU has a reason in every cell", () => {
    const reading = read({ usedMib: "[GPU is lost]" });
    expect(reading.powerWatts).toEqual(missing("GPU is lost"));
    expect(isDead(reading.freeMib)).toBe(true);
  });

  it("11: power is the instant draw where there is one, else the average, else unknown with its reason", () => {
    expect(read({ powerWatts: "39.25 W", powerAverage: "41.00 W" })).toMatchObject({ powerWatts: value(39.25), powerKind: "instant" });
    expect(read({ powerWatts: "[N/A]", powerAverage: "39.25 W" })).toMatchObject({ powerWatts: value(39.25), powerKind: "average" });
    expect(read({ powerWatts: "[N/A]", powerAverage: "[Not Supported]" })).toMatchObject({ powerWatts: missing("Not Supported"), powerKind: null });
  });

  it("reads throttle reasons as bits, and a card's silence about them as unknown", () => {
    expect(throttleWords(0x24)).toEqual(["power cap", "too warm (software)"]);
    expect(throttleWords(0x1)).toEqual([]);
    expect(read({ throttleBits: "[N/A]" }).throttleBits).toEqual(missing("N/A"));
    expect(parseMask("0x00000000000001FF")).toEqual(value(511));
    expect(parseMask("0xFFFFFFFFFFFFFFFF").kind).toBe("missing");
  });

  it("13: a remark between good rows, and a row that names no GPU, are no GPUs", () => {
    expect(parseLine("Unable to determine the device handle for GPU0000:02:00.0: Unknown Error", firstQuery)).toEqual({
      kind: "remark", text: "Unable to determine the device handle for GPU0000:02:00.0: Unknown Error",
    });
    expect(parseLine("[Unknown Error], [Unknown Error]", firstQuery).kind).toBe("remark");
    expect(parseLine("   ", firstQuery).kind).toBe("empty");
  });

  it("with a field too few or too many is a remark, so that no value lands under the wrong name", () => {
    expect(parseLine(smiRow({ fanPercent: null }), firstQuery).kind).toBe("remark");
    expect(parseLine(`${smiRow()}, 7`, firstQuery).kind).toBe("remark");
  });

  it("is never NaN and never a number for what is unknown, whatever a million lines hold", () => {
    const source = randomFrom(7);
    const random = (): number => unitFrom(source);
    const pick = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? "";
    const odd = ["[N/A]", "[GPU is lost]", "NaN", "Infinity", "-", "", "0", "0 MiB", "-1", "12.5 W", "100 %", "1e9", "9".repeat(400), "0x4", "\u0000", "[Unknown Error]", "24576", "N/A", "[", ",", "\r", "ä"];
    const fine = smiRow().split(", ");
    let gpus = 0;
    for (let line = 0; line < 1_000_000; line++) {
      const cells = [...fine];
      for (let change = random() * 4; change > 0; change--) cells[Math.floor(random() * cells.length)] = pick(odd);
      const parsed = parseLine(random() < 0.05 ? cells.join(", ").slice(Math.floor(random() * 60)) : cells.join(", "), firstQuery);
      if (parsed.kind !== "gpu") continue;
      gpus++;
      for (const field of readingFields) {
        const cell = parsed.reading[field];
        if (cell.kind === "value" ? !Number.isFinite(cell.value) : cell.reason === "") throw new Error(`${cells.join(", ")}: ${field} is ${JSON.stringify(cell)}`);
      }
      const { usedMib, totalMib } = parsed.reading;
      if (usedMib.kind === "value" && totalMib.kind === "value" && totalMib.value === 0) throw new Error(`${cells.join(", ")}: an empty card of no size`);
    }
    expect(gpus).toBeGreaterThan(500_000);
  }, 60_000);
});

describe("a call that fails as a whole", () => {
  it.each([
    [15, end(18, "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.161\n"), "version-mismatch"],
    [16, end(9, "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.\n"), "no-driver"],
    [17, end(6, "No devices were found\n"), "no-devices"],
    [18, end(2, 'Field "power.draw.instant" is not a valid field to query.\n\n'), "bad-field"],
    [19, end(255, "Failed to initialize NVML: Unknown Error\n"), "failed"],
    [20, end(127, ""), "absent"],
  ])("%i has a name", (_row, given, kind) => {
    expect(failureOf(given).kind).toBe(kind);
    expect(failureOf(given).says.length).toBeGreaterThan(10);
  });

  it("means that there is no GPU only where none will turn up by waiting", () => {
    expect(meansNoGpu(failureOf(end(127, "")))).toBe(true);
    expect(meansNoGpu(failureOf(end(6, "No devices were found\n")))).toBe(true);
    expect(meansNoGpu(failureOf(end(9, "")))).toBe(false);
    expect(meansNoGpu(failureOf(end(18, "")))).toBe(false);
  });
});
