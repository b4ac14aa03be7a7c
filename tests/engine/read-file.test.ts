import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPlainFile, readSomeOf } from "../../workers/engine/read-file.ts";
import { readTask } from "../../workers/engine/task-folder.ts";
import { itemsJsonl, taskYaml, tempFolder } from "./lab-fixture.ts";

function pipeIn(folder: string, name: string): string {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  return path;
}

describe("reading a file someone names", () => {
  it("takes one byte more than allowed, so that a file that is too large is known without being read", () => {
    const path = join(tempFolder(), "large");
    writeFileSync(path, "x".repeat(5_000_000));
    expect(readPlainFile(path, 100)).toHaveLength(101);
    expect(readPlainFile(path, 6_000_000)).toHaveLength(5_000_000);
  });

  it("never waits for a pipe and never drinks from a device without end", () => {
    const folder = tempFolder();
    expect(() => readPlainFile(pipeIn(folder, "pipe"), 10)).toThrow("pipe cannot be read: it is no plain file.");
    expect(() => readPlainFile("/dev/zero", 10)).toThrow("/dev/zero cannot be read: it is no plain file.");
    expect(readSomeOf("/dev/zero", 10)).toHaveLength(11);
  });

  it("says why it cannot", () => {
    const folder = tempFolder();
    expect(() => readPlainFile(folder, 10)).toThrow(`${folder} cannot be read: it is no plain file.`);
    expect(() => readPlainFile(join(folder, "none"), 10)).toThrow("none cannot be read (ENOENT).");
    expect(() => readSomeOf(folder, 10)).toThrow(`${folder} cannot be read (EISDIR).`);
  });

  it("finds a task's items that are a folder or a pipe, and says so instead of waiting for them", () => {
    const items: ((folder: string) => void)[] = [(folder) => mkdirSync(join(folder, "items.jsonl")), (folder) => pipeIn(folder, "items.jsonl")];
    for (const make of items) {
      const folder = tempFolder();
      writeFileSync(join(folder, "task.yaml"), taskYaml);
      make(folder);
      expect(readTask({ kind: "folder", path: folder }, { assets: folder, fileName: join(folder, "sweep.yaml") })).toMatchObject({ kind: "missing", message: `${join(folder, "items.jsonl")} cannot be read: it is no plain file.` });
    }
    const whole = tempFolder();
    writeFileSync(join(whole, "task.yaml"), taskYaml);
    writeFileSync(join(whole, "items.jsonl"), itemsJsonl(2));
    expect(readTask({ kind: "folder", path: whole }, { assets: whole, fileName: join(whole, "sweep.yaml") }).kind).toBe("task");
  });
});
