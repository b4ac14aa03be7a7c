import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JobEnd } from "../../../workers/domain/job.ts";
import { followJob, type Following } from "../../../workers/engine/runner/follow-job.ts";
import { holderProgram, startHolder } from "../../../workers/engine/runner/hold-job.ts";
import type { HoldOrder } from "../../../workers/engine/runner/hold-order.ts";
import { jobFiles, readExit, readStarted } from "../../../workers/engine/runner/job-files.ts";
import { identify, isAlive, type ProcessIdentity } from "../../../workers/engine/runner/process-identity.ts";
import { readText, temporaryFolder, testPython, until } from "./processes.ts";

const runsOn = fileURLToPath(new URL("../../fixtures/jobs/runs_on.py", import.meta.url));

function order(args: readonly string[], file = testPython()): HoldOrder & { readonly files: ReturnType<typeof jobFiles>; readonly folder: string } {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "jobs"));
  const files = jobFiles(folder, "job", 1);
  const env = { PATH: process.env["PATH"] ?? "", PYTHONUNBUFFERED: "1" };
  return { file, args: [...args], cwd: folder, env, terminalLog: files.terminalLog, startedFile: files.started, exitFile: files.exit, device: null, files, folder };
}

function holdOrderOf({ files: _files, folder: _folder, ...hold }: ReturnType<typeof order>): HoldOrder {
  return hold;
}

function follow(job: ReturnType<typeof order>, identity: ProcessIdentity): { readonly end: Promise<JobEnd>; readonly following: Following } {
  let say: (end: JobEnd) => void = () => undefined;
  const end = new Promise<JobEnd>((resolve) => {
    say = resolve;
  });
  const following = followJob(
    { identity, runFolder: job.folder, files: job.files, heldExit: () => null },
    { readEvents: () => undefined, lastWord: () => null, onEnd: (how) => say(how), elapsedMs: () => performance.now() },
  );
  onTestFinished(() => following.leave());
  return { end, following };
}

function messageOf(end: JobEnd): string {
  if (end.kind !== "failed") throw new Error(`it ended as ${end.kind}`);
  return end.message;
}

async function start(job: ReturnType<typeof order>): Promise<ProcessIdentity> {
  const { identity } = await startHolder(holderProgram(process.env)).go(holdOrderOf(job));
  onTestFinished(() => {
    if (isAlive(identity)) process.kill(identity.pid, "SIGKILL");
  });
  return identity;
}

describe("a job with its holder", { timeout: 120_000 }, () => {
  it("runs at a terminal of its own, and how it ended is written down", async () => {
    const job = order(["-c", "import os, sys; print('a terminal:', sys.stdout.isatty(), os.getpid() == os.getsid(0)); sys.exit(5)"]);
    const identity = await start(job);
    expect(readStarted(job.files)).toEqual({ ...identity, device: null });
    const { end } = follow(job, identity);
    expect(messageOf(await end)).toContain("exit code 5");
    expect(readText(job.files.terminalLog)).toBe("a terminal: True True\r\n");
    expect(readExit(job.files)).toMatchObject({ exitCode: 5, signal: null });
  });

  it("starts nothing when the engine dies before it has stored who the holder is", async () => {
    const job = order([runsOn, "count", "10"]);
    const program = holderProgram(process.env);
    const holder = spawn(program.file, [...program.args], { stdio: ["pipe", "ignore", "inherit"] });
    holder.stdin.destroy();
    const code = await new Promise((resolve) => holder.once("exit", resolve));
    expect(code).toBe(3);
    expect(existsSync(job.files.started)).toBe(false);
  });

  it("killed from outside is found dead within three seconds, with the signal", async () => {
    const job = order([runsOn, join("count"), "30"]);
    const identity = await start(job);
    const { end } = follow(job, identity);
    await until("the first count", () => existsSync(join(job.folder, "count")));
    const killedAt = Date.now();
    process.kill(identity.pid, "SIGKILL");
    expect(await end).toEqual({ kind: "failed", message: "The process was killed by signal 9 (SIGKILL) before it could finish. Somebody or the system killed it from outside.", traceback: null });
    expect(Date.now() - killedAt).toBeLessThan(3_000);
  });

  it("stops within two seconds when asked, and is then called interrupted", async () => {
    const job = order([runsOn, "count", "30"]);
    const { end, following } = follow(job, await start(job));
    await until("the first count", () => existsSync(join(job.folder, "count")));
    const askedAt = Date.now();
    following.stop();
    expect(await end).toEqual({ kind: "interrupted", message: "It was stopped by you." });
    expect(Date.now() - askedAt).toBeLessThan(2_000);
    expect(readExit(job.files)).toMatchObject({ exitCode: 130 });
  });

  it("that ignores every request is ended with its whole process group", async () => {
    const stubborn = "import signal, subprocess, sys, time; [signal.signal(s, signal.SIG_IGN) for s in (2, 15)]; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); open('child', 'w').write(str(p.pid)); time.sleep(60)";
    const job = order(["-c", stubborn]);
    const { end, following } = follow(job, await start(job));
    const child = Number(await until("the child", () => existsSync(join(job.folder, "child")) && readText(join(job.folder, "child"))));
    following.stop();
    expect(await end).toEqual({ kind: "interrupted", message: "It was stopped by you." });
    await until("the child to be gone", () => identify(child) === null);
  });

  it("outlives the engine that started it; another finds it by its files and sees how it ends", async () => {
    const job = order([runsOn, "count", "2"]);
    const engine = spawn(process.execPath, ["--input-type=module", "-e", engineThatStarts(holdOrderOf(job))], { stdio: ["ignore", "inherit", "inherit"] });
    await until("the first count", () => existsSync(join(job.folder, "count")));
    engine.kill("SIGKILL");
    await new Promise((resolve) => engine.once("exit", resolve));
    const started = await until("who it is", () => readStarted(job.files));
    const printed = readFileSync(job.files.terminalLog).length;
    await until("more output without an engine", () => readFileSync(job.files.terminalLog).length > printed + 100);
    expect(isAlive(started)).toBe(true);
    const { end } = follow(job, started);
    expect(messageOf(await end)).toContain("exit code 7");
  });

  it("goes on working when even its holder dies and takes the terminal along", async () => {
    const job = order([runsOn, "count", "2"]);
    const holder = startHolder(holderProgram(process.env));
    const { identity } = await holder.go(holdOrderOf(job));
    await until("the first count", () => existsSync(join(job.folder, "count")));
    process.kill(holder.identity.pid, "SIGKILL");
    const counted = Number(readText(join(job.folder, "count")));
    const { end } = follow(job, identity);
    await until("it to go on counting", () => Number(readText(join(job.folder, "count"))) > counted + 20);
    expect(await end).toMatchObject({ kind: "lost" });
    expect(Number(readText(join(job.folder, "count")))).toBeGreaterThan(50);
  });
});

function engineThatStarts(hold: HoldOrder): string {
  const module = new URL("../../../workers/engine/runner/hold-job.ts", import.meta.url).href;
  return `
    import { holderProgram, startHolder } from ${JSON.stringify(module)};
    await startHolder(holderProgram(process.env)).go(${JSON.stringify(hold)});
    setInterval(() => undefined, 1000);
  `;
}
