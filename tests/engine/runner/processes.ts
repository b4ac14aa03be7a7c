import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "flipbook-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** Waits until `look` gives something, and fails with what was waited for. */
export async function until<Value>(what: string, look: () => Value | null | undefined | false | Promise<Value | null | undefined | false>, limitMs = 60_000): Promise<Value> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${limitMs} ms in vain for ${what}`);
}

/** The command line's Python, which `npm test` sets up. */
export function testPython(): string {
  const python = process.env["FLIPBOOK_PYTHON"];
  if (python === undefined) throw new Error("FLIPBOOK_PYTHON is not set: run the tests through `npm test`");
  return python;
}

export function readText(path: string): string {
  return readFileSync(path, "utf8");
}
