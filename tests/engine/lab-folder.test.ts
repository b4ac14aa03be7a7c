import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderIdentity, openLabFolder } from "../../workers/engine/lab-folder.ts";
import { makeFolder } from "../../workers/engine/make-folder.ts";
import { tempFolder } from "./lab-fixture.ts";

describe("a lab's folder", () => {
  it("is made with everything above it, for its owner alone, and found again", () => {
    const lab = join(tempFolder(), "some", "where", "a lab");
    expect(openLabFolder(lab)).toMatchObject({ writable: true });
    expect(statSync(lab).mode & 0o777).toBe(0o700);
    expect(openLabFolder(lab).path).toBe(openLabFolder(join(lab, "..", "a lab")).path);
  });

  it("where nothing can be made is refused, not waited for", () => {
    expect(() => openLabFolder("/proc/lab")).toThrow("The lab folder /proc/lab cannot be made (ENOENT). Choose another with --lab.");
    expect(() => openLabFolder("/proc/some/lab")).toThrow("cannot be made (ENOENT)");
  });

  it("whose place a file takes is refused", () => {
    const file = join(tempFolder(), "file");
    writeFileSync(file, "");
    expect(() => openLabFolder(file)).toThrow(`${file} is a file, and a lab needs a folder. Choose another with --lab.`);
    expect(() => openLabFolder(join(file, "below"))).toThrow("cannot be made (ENOTDIR)");
    expect(() => makeFolder(file, 0o700)).toThrow("EEXIST");
  });

  it("that was moved away and made anew is another one", () => {
    const parent = tempFolder();
    const lab = join(parent, "lab");
    mkdirSync(lab);
    const before = folderIdentity(lab);
    expect(folderIdentity(lab)).toBe(before);
    renameSync(lab, join(parent, "moved"));
    expect(folderIdentity(lab)).toBeNull();
    mkdirSync(lab);
    expect(folderIdentity(lab)).not.toBe(before);
    expect(folderIdentity(join(parent, "moved"))).toBe(before);
  });
});
