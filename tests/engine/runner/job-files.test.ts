import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobFiles, readExit, readStarted } from "../../../workers/engine/runner/job-files.ts";
import { temporaryFolder } from "./processes.ts";

test("what a holder noted is read back, and a note that a power cut left empty or in pieces counts as none", () => {
  const folder = temporaryFolder();
  const files = jobFiles(folder, "lora-s1-train", 1);
  expect([readStarted(files), readExit(files)]).toEqual([null, null]);
  mkdirSync(join(folder, "jobs"));
  const started = { pid: 12, processStart: "99", bootId: "boot", device: null };
  writeFileSync(files.started, JSON.stringify(started));
  expect(readStarted(files)).toEqual(started);
  for (const piece of ["", '{"pid":12,"proc', "\0\0\0\0", "[]", '{"pid":"twelve"}']) {
    writeFileSync(files.started, piece);
    writeFileSync(files.exit, piece);
    expect([readStarted(files), readExit(files)]).toEqual([null, null]);
  }
});
