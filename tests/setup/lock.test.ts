import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "../../workers/setup/lock.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flipbook-lock-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const lockModule = new URL("../../workers/setup/lock.mjs", import.meta.url).href;

/** A process that takes the lock, says so, and holds it until it is killed or `milliseconds` are over. */
function holder(lock: string, milliseconds: number) {
  const program = `
    const { withLock } = await import(${JSON.stringify(lockModule)});
    const { appendFileSync } = await import("node:fs");
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(join(folder, "trace"))}, "in ");
      process.stdout.write("locked");
      await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
      appendFileSync(${JSON.stringify(join(folder, "trace"))}, "out ");
    });`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
}

test("two set-ups never work at the same time", async () => {
  const lock = join(folder, "lock");
  const both = [holder(lock, 150), holder(lock, 150), holder(lock, 150)];
  await Promise.all(both.map((child) => once(child, "close")));
  expect(readFileSync(join(folder, "trace"), "utf8")).toBe("in out in out in out ");
  expect(existsSync(lock)).toBe(false);
});

test("the lock of a killed set-up is taken over", async () => {
  const lock = join(folder, "lock");
  const child = holder(lock, 60_000);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  expect(existsSync(lock)).toBe(true);
  await expect(withLock(lock, async () => "mine")).resolves.toBe("mine");
});

test("a process id that has been reused is not taken for the old owner", async () => {
  const lock = join(folder, "lock");
  const { hostname } = await import("node:os");
  writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname(), started: "1" }));
  await expect(withLock(lock, async () => "mine")).resolves.toBe("mine");
});

test("who waits is told for whom, and a failing set-up gives the lock back", async () => {
  const lock = join(folder, "lock");
  const child = holder(lock, 400);
  await once(child.stdout, "data");
  const heard: string[] = [];
  await expect(withLock(lock, async () => Promise.reject(new Error("no")), (owner: string) => heard.push(owner))).rejects.toThrow("no");
  expect(heard).toEqual([`process ${child.pid}`]);
  expect(existsSync(lock)).toBe(false);
});
