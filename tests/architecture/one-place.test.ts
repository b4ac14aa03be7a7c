import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Source files of the product that match, relative to the project. */
function filesWith(pattern: RegExp): string[] {
  return ["workers", "electron", "renderer", "python"]
    .flatMap((folder) => readdirSync(join(project, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|py)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => pattern.test(readFileSync(file, "utf8")))
    .map((file) => relative(project, file))
    .sort();
}

test("only one file runs nvidia-smi", () => {
  expect(filesWith(/["'`]nvidia-smi["'`]/)).toEqual(["workers/engine/gpu/run-smi.ts"]);
});

test("SQL is written in the database folder only", () => {
  const sql = /["'`]\s*(SELECT\s[\s\S]*?\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\s/;
  expect(filesWith(sql).filter((file) => !file.startsWith("workers/database/"))).toEqual([]);
});

test("no program is started through a shell", () => {
  expect(filesWith(/\bshell:\s*true|\bexecSync\(|child_process"\)\.exec\(|import \{[^}]*\bexec\b[^}]*\} from "node:child_process"|shell=True|os\.system\(/)).toEqual([]);
});
