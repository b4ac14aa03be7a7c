import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { damagedFiles, isWhole } from "../../workers/setup/builtin-model.mjs";

const tiny = process.env["FLIPBOOK_BASE_TINY"] ?? "";
let folder = "";
beforeEach(() => {
  expect(existsSync(tiny), "FLIPBOOK_BASE_TINY names the tests' model").toBe(true);
  folder = mkdtempSync(join(tmpdir(), "flipbook-model-"));
  cpSync(tiny, folder, { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("the model as it was made is whole and undamaged", async () => {
  expect(isWhole(folder)).toBe(true);
  expect(await damagedFiles(folder)).toEqual([]);
});

test("a file cut short is seen at every start", () => {
  truncateSync(join(folder, "model.safetensors"), 1_000_000);
  expect(isWhole(folder)).toBe(false);
});

test("a missing file is seen at every start", () => {
  rmSync(join(folder, "tokenizer.json"));
  expect(isWhole(folder)).toBe(false);
});

test("a changed byte is seen by the doctor", async () => {
  const file = join(folder, "model.safetensors");
  const bytes = readFileSync(file);
  const place = bytes.length - 1000;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(file, bytes);
  expect(isWhole(folder)).toBe(true);
  expect(await damagedFiles(folder)).toEqual(["model.safetensors"]);
});
