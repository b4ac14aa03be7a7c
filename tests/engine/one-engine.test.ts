import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { describe, expect, it, onTestFinished } from "vitest";
import { LabError } from "../../workers/domain/errors.ts";
import { connectEngine, findSocket } from "../../workers/engine/client/connect.ts";
import { readEngineFile, writeEngineFile } from "../../workers/engine/client/engine-file.ts";
import { openClient } from "../../workers/engine/client/open-client.ts";
import { engineProgram, startEngine } from "../../workers/engine/client/start-engine.ts";
import { makeSocketFolder, socketPath } from "../../workers/engine/server/socket-path.ts";
import { isAlive } from "../../workers/engine/runner/process-identity.ts";
import { runningPid, startLab } from "./lab.ts";
import { standIn, sweepYaml } from "./stand-in.ts";
import { temporaryFolder, until } from "./runner/processes.ts";

describe("one engine per lab", { timeout: 120_000 }, () => {
  it("five windows that open a new lab at the same moment share one engine", async () => {
    const lab = await startLab();
    process.kill(runningPid(lab.folder), "SIGKILL");
    const clients = await Promise.all([1, 2, 3, 4, 5].map(() => connectEngine(lab.folder, { start: true })));
    const views = await Promise.all(clients.map(({ api }) => api.lab.overview.query()));
    await Promise.all(clients.map((client) => client.close()));
    expect(new Set(views.map((view) => view.engine.pid)).size).toBe(1);
    expect(views[0]?.engine.pid).toBe(runningPid(lab.folder));
  });

  it("a second engine says which one runs and where, and ends", async () => {
    const lab = await startLab();
    const second = await startEngine(lab.folder, engineProgram(process.env), []);
    if (second.kind !== "other") throw new Error("two engines have one lab");
    expect(second.message).toContain(`the engine with pid ${runningPid(lab.folder)}`);
    expect((await lab.engine.api.lab.overview.query()).engine.pid).toBe(runningPid(lab.folder));
  });

  it("an engine that was killed leaves nothing that keeps the next one out", async () => {
    const lab = await startLab();
    const first = runningPid(lab.folder);
    process.kill(first, "SIGKILL");
    await until("the next engine", async () => (await lab.engine.api.lab.overview.query()).engine.pid !== first);
  });

  it("an engine.json of a process that is gone, or whose number was given to another, misleads nobody", async () => {
    const folder = temporaryFolder();
    writeEngineFile(folder, { pid: process.pid, processStart: "1", bootId: null, socket: join(folder, "nobody.sock"), version: "0", startedMs: 0 });
    await expect(findSocket(folder, { start: false })).rejects.toThrow("No engine runs for the lab");
  });

  it("ends by itself when nobody needs it and it was asked to", async () => {
    const folder = join(temporaryFolder(), "lab");
    mkdirSync(folder);
    await startEngine(folder, engineProgram(process.env), ["--idle-exit", "1"]);
    const said = readEngineFile(folder);
    if (said === null) throw new Error("it runs");
    await until("its end", () => !isAlive(said));
    expect(readEngineFile(folder)).toBeNull();
  });

  it("ends when its lab's folder is taken away", async () => {
    const parent = temporaryFolder();
    const folder = join(parent, "lab");
    mkdirSync(folder);
    await startEngine(folder, engineProgram(process.env), []);
    const said = readEngineFile(folder);
    if (said === null) throw new Error("it runs");
    renameSync(folder, join(parent, "moved"));
    await until("its end", () => !isAlive(said));
    const moved = await connectEngine(join(parent, "moved"), { start: true });
    onTestFinished(() => moved.close());
    const { engine } = await moved.api.lab.overview.query();
    expect(engine.pid).not.toBe(said.pid);
    process.kill(engine.pid, "SIGTERM");
  });

  it("ends when its lab's folder was taken away and something of the same name stands there", async () => {
    const parent = temporaryFolder();
    const folder = join(parent, "lab");
    await startEngine(folder, engineProgram(process.env), []);
    const said = readEngineFile(folder);
    if (said === null) throw new Error("it runs");
    renameSync(folder, join(parent, "moved"));
    mkdirSync(folder);
    await until("its end", () => !isAlive(said), 20_000);
  });

  it("a lab that is opened for reading answers beside the one that writes, and changes nothing", async () => {
    const lab = await startLab();
    const started = await startEngine(lab.folder, engineProgram(process.env), ["--read-only", "--idle-exit", "2"]);
    if (started.kind !== "ready") throw new Error("it may read");
    const reader = openClient({ socket: () => started.socket, onClose: () => undefined });
    onTestFinished(() => reader.close());
    expect(await reader.api.lab.overview.query()).toMatchObject({ readOnly: true, folder: lab.folder });
    await expect(reader.api.queue.pause.mutate()).rejects.toThrow("for reading only");
    expect((await lab.engine.api.queue.list.query()).paused).toBe(false);
  });
});

describe("where nobody else can look", () => {
  it("lab folder, socket and files belong to their owner alone", async () => {
    const lab = await startLab();
    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect(mode(lab.folder)).toBe(0o700);
    expect(mode(lab.engine.socket)).toBe(0o600);
    expect(mode(dirname(lab.engine.socket))).toBe(0o700);
    expect(mode(join(lab.folder, "lab.sqlite"))).toBe(0o600);
  });

  it("a socket folder that is a file, or open to others, is refused or closed", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "trap"), "");
    expect(() => makeSocketFolder(join(folder, "trap"))).toThrow();
    mkdirSync(join(folder, "open"));
    chmodSync(join(folder, "open"), 0o777);
    makeSocketFolder(join(folder, "open"));
    expect(statSync(join(folder, "open")).mode & 0o777).toBe(0o700);
  });

  it("a path too long for a socket is refused with the way out", () => {
    const env = { XDG_RUNTIME_DIR: `/run/${"x".repeat(90)}` };
    expect(() => socketPath("/lab", "writer", { env, platform: "linux" })).toThrow(LabError);
    expect(socketPath("/lab", "writer", { env, platform: "win32" })).toMatch(/^\\\\\.\\pipe\\flipbook-[0-9a-f]{24}$/);
  });
});

describe("an engine in trouble", { timeout: 120_000 }, () => {
  it("whose log cannot be written because the disk is full goes on all the same, and calls failed what it cannot start", async () => {
    const folder = temporaryFolder();
    symlinkSync("/dev/full", join(folder, "engine.log"));
    const engine = await connectEngine(folder, { start: true, env: standIn().env });
    const { api } = engine;
    onTestFinished(() => engine.close());
    await api.queue.pause.mutate();
    const { id } = await api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1..3" }), fileName: "sweep.yaml" });
    const before = await api.experiment.get.query({ id });
    // Something in the way, which the engine complains about in its log, once for each run.
    for (const run of before.runs) {
      const path = join(folder, run.folder);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "in the way");
    }
    const pid = runningPid(folder);
    await api.queue.resume.mutate();
    for (const attempt of [1, 2, 3]) {
      const ended = await until(`attempt ${attempt} to fail`, async () => {
        const jobs = (await api.queue.list.query()).ended.filter((job) => job.kind === "train" && job.state === "failed" && job.attempt === attempt);
        return jobs.length === before.runs.length && jobs;
      });
      expect(ended[0]?.end).toMatchObject({ kind: "failed" });
      await api.experiment.retry.mutate({ id });
    }
    expect(runningPid(folder)).toBe(pid);
    await api.queue.pause.mutate();
    process.kill(pid, "SIGTERM");
  });

  it("says the version that package.json has", async () => {
    const lab = await startLab();
    const packaged = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
    expect((await lab.engine.api.lab.overview.query()).engine.version).toBe(packaged.version);
  });
});

describe("a lab that cannot be opened", () => {
  it("says so instead of hanging: a file in its place", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "lab"), "");
    await expect(connectEngine(join(folder, "lab"), { start: true })).rejects.toThrow(/lab/);
  });

  it("says so and leaves no engine behind: a file where its run folders belong", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "runs"), "");
    await expect(connectEngine(folder, { start: true })).rejects.toThrow("runs is a file, and a lab keeps its run folders under that name.");
    const said = readEngineFile(folder);
    if (said === null) throw new Error("it said who it is before it looked");
    await until("its end", () => !isAlive(said), 5_000);
    rmSync(join(folder, "runs"));
    const engine = await connectEngine(folder, { start: true });
    onTestFinished(() => engine.close());
    expect((await engine.api.lab.overview.query()).experiments).toEqual([]);
    process.kill(runningPid(folder), "SIGTERM");
  });

  it("says so instead of hanging: a damaged database", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "lab.sqlite"), "this is no database, only text that goes on for a while ".repeat(40));
    await expect(connectEngine(folder, { start: true })).rejects.toThrow("is damaged");
  });
});
