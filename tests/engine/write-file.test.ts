import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LabError } from "../../workers/domain/errors.ts";
import { fileError, writeFileWhole } from "../../workers/engine/write-file.ts";
import { tempFolder } from "./lab-fixture.ts";

describe("writing a file", () => {
  it("leaves it there whole, for its owner alone, and nothing beside it", () => {
    const folder = tempFolder();
    const path = join(folder, "new", "file");
    writeFileWhole(path, "first");
    writeFileWhole(path, "second");
    expect(readFileSync(path, "utf8")).toBe("second");
    expect(readdirSync(join(folder, "new"))).toEqual(["file"]);
    expect([statSync(path).mode & 0o777, statSync(join(folder, "new")).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("says what is in the way", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "folder"));
    expect(() => writeFileWhole(join(folder, "file", "below"), "x")).toThrow("file/below cannot be written (EEXIST). Something else lies where it or its folder belongs.");
    expect(() => writeFileWhole(join(folder, "folder"), "x")).toThrow("folder cannot be written (EISDIR). Something else lies where");
    expect(() => writeFileWhole(join(folder, "x".repeat(300)), "x")).toThrow("(ENAMETOOLONG). Its name is too long.");
    expect(() => writeFileWhole("/proc/none/file", "x")).toThrow("(ENOENT)");
  });

  it("leaves the old one as it was where the disk is full, and lets a bug be a bug", () => {
    const folder = tempFolder();
    const path = join(folder, "file");
    writeFileWhole(path, "old");
    symlinkSync("/dev/full", join(folder, "file.new"));
    expect(() => writeFileWhole(path, "new")).toThrow("There is no space left to write");
    expect(readFileSync(path, "utf8")).toBe("old");
    const bug = new TypeError("a bug");
    expect(fileError(bug, path)).toBe(bug);
    expect(fileError(Object.assign(new Error("full"), { code: "ENOSPC" }), path)).toBeInstanceOf(LabError);
  });
});
