import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { lastLines, runInTerminal, runQuietly } from "../../workers/setup/child.mjs";

const childModule = new URL("../../workers/setup/child.mjs", import.meta.url).href;

test("a program that is not there is reported, not thrown", async () => {
  expect((await runQuietly("no-such-program-here", [])).code).toBe(127);
});

test("the last words of a failing program are kept, without JavaScript's stack", async () => {
  const done = await runQuietly(process.execPath, ["-e", "console.log('one'); console.error('two\\n    at file.js:1:1'); process.exit(4)"]);
  expect(done.code).toBe(4);
  expect(lastLines(done.output).split("\n").sort()).toEqual(["one", "two"]);
});

test("the exit code of the program in the terminal comes through", async () => {
  expect(await runInTerminal(process.execPath, ["-e", "process.exit(7)"])).toBe(7);
});

test("a signal to the outer program reaches the inner one, whose exit code comes through", async () => {
  const inner = "process.on('SIGTERM', () => process.exit(42)); process.stdout.write('up'); setInterval(() => undefined, 1000)";
  const outer = `const { runInTerminal } = await import(${JSON.stringify(childModule)}); process.exitCode = await runInTerminal(process.execPath, ["-e", ${JSON.stringify(inner)}]);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", outer], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([42, null]);
});

test("an interrupt to the whole group reaches the inner program once, so that it can end cleanly", async () => {
  const inner = "let count = 0; process.on('SIGINT', () => { if (++count === 1) setTimeout(() => process.exit(count), 400); }); process.stdout.write('up'); setInterval(() => undefined, 1000)";
  const outer = `const { runInTerminal } = await import(${JSON.stringify(childModule)}); process.exitCode = await runInTerminal(process.execPath, ["-e", ${JSON.stringify(inner)}], { ownGroup: true });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", outer], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  await once(child.stdout, "data");
  process.kill(-(child.pid ?? 0), "SIGINT");
  expect(await once(child, "close")).toEqual([1, null]);
});
