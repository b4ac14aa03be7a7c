import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFile } from "../../../workers/database/open.ts";
import { reservationsIn } from "../../../workers/engine/gpu/reservations.ts";
import { identify, type ProcessIdentity } from "../../../workers/engine/runner/process-identity.ts";
import { temporaryFolder } from "../runner/processes.ts";

const self = identity(process.pid);

function identity(pid: number | undefined): ProcessIdentity {
  const found = pid === undefined ? null : identify(pid);
  if (found === null) throw new Error("it runs");
  return found;
}

describe("cards shared by several labs", () => {
  it("are had by one lab's job at a time, until it lets go", () => {
    const folder = temporaryFolder();
    const [one, other] = [reservationsIn(folder, "/labs/one"), reservationsIn(folder, "/labs/other")];
    expect(one.take("GPU-a", self)).toBe(true);
    expect(other.take("GPU-a", self)).toBe(false);
    expect(other.takenBy("GPU-a")).toBe("/labs/one");
    expect(one.takenBy("GPU-a")).toBeNull();
    expect(other.take("GPU-b", self)).toBe(true);
    other.release("GPU-a");
    expect(other.take("GPU-a", self)).toBe(false);
    one.release("GPU-a");
    expect(other.take("GPU-a", self)).toBe(true);
  });

  it("are free again when the job's process is gone, also where the engine that started it died first", async () => {
    const folder = temporaryFolder();
    const job = spawn("sleep", ["60"]);
    onTestFinished(() => void job.kill("SIGKILL"));
    const [one, other] = [reservationsIn(folder, "/labs/one"), reservationsIn(folder, "/labs/other")];
    expect(one.take("GPU-a", self)).toBe(true);
    expect(one.take("GPU-a", identity(job.pid))).toBe(true);
    expect(other.takenBy("GPU-a")).toBe("/labs/one");
    const gone = new Promise((resolve) => job.once("exit", resolve));
    job.kill("SIGKILL");
    await gone;
    expect(other.takenBy("GPU-a")).toBeNull();
    expect(other.take("GPU-a", self)).toBe(true);
  });

  it("are not had by a pid that now belongs to another process, nor by one of before a restart of the machine", () => {
    const folder = temporaryFolder();
    const [one, other] = [reservationsIn(folder, "/labs/one"), reservationsIn(folder, "/labs/other")];
    one.take("GPU-a", { ...self, processStart: "1" });
    expect(other.takenBy("GPU-a")).toBeNull();
    one.take("GPU-b", { ...self, bootId: "another boot" });
    expect(other.takenBy("GPU-b")).toBeNull();
  });

  it("are left alone while another engine is just looking, and a file that makes no sense is none", () => {
    const folder = temporaryFolder();
    const one = reservationsIn(folder, "/labs/one");
    const lock = lockFile(join(folder, "gpus.lock"));
    expect(one.take("GPU-a", self)).toBe(false);
    lock?.release();
    writeFileSync(join(folder, "GPU-a.json"), "{ half");
    expect(one.take("GPU-a", self)).toBe(true);
  });
});
