import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";

const module = new URL("../../workers/engine/close-inherited.ts", import.meta.url).pathname;
const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** A process that lives on for a minute and was handed a pipe it never asked for. */
function longLived(firstLine: string): Readable {
  const source = `${firstLine}\nsetTimeout(() => {}, 60_000);`;
  // Node itself deals with the descriptors before the first gap; a window's lie beyond it.
  const stdio = Array.from({ length: 41 }, (_, fd) => (fd === 2 ? "inherit" : fd === 40 ? "pipe" : "ignore"));
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio });
  children.push(child);
  return child.stdio.at(40) as Readable; // asked for as a pipe just above
}

function endsWithin(pipe: Readable, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    pipe.once("end", () => resolve(true)).resume();
    setTimeout(() => resolve(false), ms);
  });
}

describe("an engine started by a window", () => {
  it("lets go of the pipes it inherited, so that whoever waits for the window to end is not kept waiting", async () => {
    const pipe = longLived(`import { closeInherited } from ${JSON.stringify(module)}; closeInherited();`);
    expect(await endsWithin(pipe, 20_000)).toBe(true);
  });

  it("would otherwise hold them for as long as it lives", async () => {
    expect(await endsWithin(longLived(""), 1500)).toBe(false);
  });
});
