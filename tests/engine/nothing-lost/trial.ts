import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectEngine, type Connected } from "../../../workers/engine/client/connect.ts";
import { makeModelFolder } from "../../fixtures/model-folder.ts";
import { identify } from "../../../workers/engine/runner/process-identity.ts";
import { checkLab } from "./check-lab.ts";
import { strike, type Fault } from "./faults.ts";
import { processesOf } from "./processes-of.ts";

/** How a trial went: the runs' states in the end, what is wrong (nothing, it is to be hoped), and how long it took. */
export type TrialResult = { readonly fault: Fault; readonly afterMs: number; readonly states: readonly string[]; readonly wrong: readonly string[]; readonly ms: number };

const project = fileURLToPath(new URL("../../..", import.meta.url));
const windowProgram = fileURLToPath(new URL("window.ts", import.meta.url));
const settledLimitMs = 90_000;

/** Lets a lab work with real processes, does something terrible after a while, lets it recover, and looks for damage. */
export async function runTrial(fault: Fault, afterMs: number, seeds = "1..2"): Promise<TrialResult> {
  const began = performance.now();
  const place = makePlace(fault === "disk-full");
  const { env, mark, bystander } = place;
  let lab = place.lab;
  let engine: Connected | null = null;
  try {
    engine = await connectEngine(lab, { start: true, env });
    const window = spawn(process.execPath, [windowProgram, lab], { env, stdio: "ignore", detached: true });
    window.unref();
    const { id } = await engine.api.experiment.create.mutate({ yaml: sweep(seeds), fileName: "steady.yaml" });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    // A client that is still there would start an engine in the middle of what only happens while there is none.
    if (needsQuiet.has(fault)) await engine.close();
    lab = await strike(fault, { lab, mark, bystander });
    if (needsQuiet.has(fault)) engine = await connectEngine(lab, { start: true, env });
    const states = await settle(engine, id);
    await engine.close();
    engine = null;
    await endEngine(mark);
    const left = processesOf(mark).map(({ kind, pid }) => `an orphan is left: ${kind} ${pid}`);
    const bystanderWrong = identify(bystander) !== null ? [] : ["a process that had nothing to do with it was killed"];
    return { fault, afterMs, states, wrong: [...left, ...bystanderWrong, ...checkLab(lab)], ms: performance.now() - began };
  } catch (error) {
    return { fault, afterMs, states: [], wrong: [error instanceof Error ? error.message : String(error)], ms: performance.now() - began };
  } finally {
    await engine?.close();
    for (const { pid } of processesOf(mark)) process.kill(pid, "SIGKILL");
    process.kill(bystander, "SIGKILL");
    place.remove();
  }
}

const needsQuiet: ReadonlySet<Fault> = new Set(["reboot", "pid-reused", "clock-jumped", "lab-moved"]);

const sweep = (seeds: string): string => [
  "name: steady", "task: router-47", "base: builtin:smollm2-135m-tiny", "paths: { peft: { dtype: fp32 } }", `seeds: ${seeds}`, "arms:",
  "  - { name: lora, lora: { rank: 4, targets: [q, v] }, train: { max_steps: 1 } }", "",
].join("\n");

/** Waits until nothing runs or waits, runs again what failed or was lost, and waits once more: in the end everything must be done. */
async function settle(engine: Connected, id: string): Promise<readonly string[]> {
  const firstEnd = await ended(engine, id);
  if (firstEnd.every((state) => state === "done")) return firstEnd;
  await engine.api.experiment.retry.mutate({ id });
  const secondEnd = await ended(engine, id);
  const unfinished = secondEnd.filter((state) => state !== "done");
  if (unfinished.length > 0) throw new Error(`after a second try runs are ${secondEnd.join(", ")}`);
  return firstEnd;
}

async function ended(engine: Connected, id: string): Promise<readonly string[]> {
  const limit = Date.now() + settledLimitMs;
  for (;;) {
    const queue = await engine.api.queue.list.query();
    const { runs } = await engine.api.experiment.get.query({ id });
    if (queue.running.length === 0 && queue.waiting.length === 0) return runs.map(({ state }) => state);
    if (Date.now() > limit) throw new Error(`it does not come to an end: ${JSON.stringify([queue.running, queue.waiting].flat().map((job) => [job.id, job.state, job.waitsFor, job.phase]))}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Asks the engine and the window to end, and waits until they have; a job that still ran then would be an orphan. */
async function endEngine(mark: string): Promise<void> {
  for (const { pid, kind } of processesOf(mark)) if (kind === "window") process.kill(pid, "SIGKILL");
  for (const { pid, kind } of processesOf(mark)) if (kind === "engine") process.kill(pid, "SIGTERM");
  const limit = Date.now() + 10_000;
  while (Date.now() < limit && processesOf(mark).some(({ kind }) => kind !== "other")) await new Promise((resolve) => setTimeout(resolve, 50));
}

type Place = { readonly lab: string; readonly env: NodeJS.ProcessEnv; readonly mark: string; readonly bystander: number; readonly remove: () => void };

/** A folder with a lab and stand-ins for the jobs; on a small file system of its own where its disk is to be filled. */
function makePlace(small: boolean): Place {
  const root = mkdtempSync(join(tmpdir(), "flipbook-lost-"));
  const disk = join(root, "disk");
  mkdirSync(disk);
  if (small && !mountSmall(disk)) throw new Error("no small file system can be mounted here; run this as root, or leave disk-full out");
  symlinkSync(join(project, "tests", "fixtures", "steady-jobs"), join(root, "python"));
  for (const name of ["assets", "workers"]) symlinkSync(join(project, name), join(root, name));
  const base = join(root, "base");
  mkdirSync(base);
  makeModelFolder(base);
  const mark = `FLIPBOOK_TRIAL=${root}`;
  const bystander = spawn("sleep", ["600"], { stdio: "ignore", detached: true });
  bystander.unref();
  if (bystander.pid === undefined) throw new Error("sleep could not be started");
  return {
    lab: join(disk, "lab"),
    mark,
    bystander: bystander.pid,
    env: { ...process.env, FLIPBOOK_ROOT: root, FLIPBOOK_TRIAL: root, FLIPBOOK_BASE_TINY: base, FLIPBOOK_NVIDIA_SMI: join(root, "no-nvidia-smi"), XDG_RUNTIME_DIR: runtimeFolder(root) },
    remove: () => {
      if (small) spawnSync("umount", [disk]);
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function runtimeFolder(root: string): string {
  const folder = join(root, "run");
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function mountSmall(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", folder]).status === 0;
}

/** Whether a small file system can be mounted, which a full disk is tried on. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "flipbook-mount-"));
  const mounted = mountSmall(folder);
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}
