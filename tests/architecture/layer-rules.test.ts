import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

const project = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flipbook-layers-"));
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  write("tsconfig.json", JSON.stringify({ compilerOptions: { module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true, jsx: "react-jsx" } }));
  for (const name of ["workers", "electron", "renderer"]) mkdirSync(join(folder, name));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const report = z.object({ summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }) })) }) });

function brokenRules(): Promise<string[]> {
  const program = join(project, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [program, "--config", join(project, "tests/architecture/dependency-cruiser.cjs"), "--output-type", "json", "workers", "electron", "renderer"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_error, stdout) => {
      resolve([...new Set(report.parse(JSON.parse(stdout)).summary.violations.map(({ rule }) => rule.name))].sort());
    });
  });
}

test("a program that keeps the layers breaks no rule", async () => {
  write("workers/domain/a.ts", "export const a = 1;\n");
  write("workers/database/b.ts", 'import { a } from "../domain/a.ts";\nexport const b = a;\n');
  write("workers/engine/router.ts", 'import { b } from "../database/b.ts";\nexport type Router = typeof b;\n');
  write("renderer/page.ts", 'import type { Router } from "../workers/engine/router.ts";\nexport type Page = Router;\n');
  expect(await brokenRules()).toEqual([]);
});

test("every layer that reaches outside its own is named", async () => {
  write("workers/engine/main.ts", "export const main = 1;\n");
  write("workers/domain/a.ts", 'import { main } from "../engine/main.ts";\nimport { readFileSync } from "node:fs";\nexport const a = [main, readFileSync];\n');
  write("workers/contract/b.ts", 'import { main } from "../engine/main.ts";\nexport const b = main;\n');
  write("workers/database/c.ts", 'import { main } from "../engine/main.ts";\nexport const c = main;\n');
  write("electron/d.ts", 'import type { main } from "../workers/engine/main.ts";\nexport type D = typeof main;\n');
  write("renderer/e.ts", 'import { main } from "../workers/engine/main.ts";\nimport { join } from "node:path";\nexport const e = [main, join];\n');
  write("renderer/figures/f.ts", 'import { main } from "../../workers/engine/main.ts";\nexport const f = main;\n');
  write("renderer/features/one/g.ts", 'import { h } from "../two/h.ts";\nexport const g = h;\n');
  write("renderer/features/two/h.ts", "export const h = 1;\n");
  expect(await brokenRules()).toEqual([
    "domain-has-no-effects", "feature-imports-feature", "layer-contract", "layer-database", "layer-domain", "layer-electron", "layer-figures", "layer-renderer", "renderer-is-a-page",
  ]);
});

test("node-pty and better-sqlite3 are imported in one place", async () => {
  write("workers/engine/runner/pty.ts", 'import * as pty from "node-pty";\nexport const spawn = pty.spawn;\n');
  write("workers/database/open.ts", 'import Database from "better-sqlite3";\nexport const open = Database;\n');
  expect(await brokenRules()).toEqual([]);
  write("workers/engine/other.ts", 'import * as pty from "node-pty";\nimport Database from "better-sqlite3";\nexport const x = [pty, Database];\n');
  expect(await brokenRules()).toEqual(["only-one-file-better-sqlite3", "only-one-file-node-pty"]);
});

test("a cycle and an import of something that is not there are named", async () => {
  write("workers/domain/a.ts", 'import { b } from "./b.ts";\nimport { c } from "./nowhere.ts";\nexport const a: number = b + c;\n');
  write("workers/domain/b.ts", 'import { a } from "./a.ts";\nexport const b: number = a;\n');
  expect(await brokenRules()).toEqual(["no-circular", "unresolvable"]);
});
