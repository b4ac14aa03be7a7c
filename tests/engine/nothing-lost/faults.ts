import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openDatabase, type LabDatabase } from "../../../workers/database/open.ts";
import { errorCode } from "../../../workers/engine/error-code.ts";
import { processesOf, type MarkedProcess } from "./processes-of.ts";

/** What can happen to a lab at work. */
export const faults = ["engine", "window", "job", "holder", "tree", "engine-and-job", "disk-full", "reboot", "pid-reused", "clock-jumped", "lab-moved"] as const;
export type Fault = (typeof faults)[number];

export type FaultPlace = { readonly lab: string; readonly mark: string; /** A process that has nothing to do with it and must live on. */ readonly bystander: number };

/** Does it; returns where the lab is afterwards. */
export async function strike(fault: Fault, { lab, mark, bystander }: FaultPlace): Promise<string> {
  const kill = (...kinds: readonly MarkedProcess["kind"][]): void => killAll(mark, kinds);
  switch (fault) {
    case "engine":
    case "window":
    case "job":
    case "holder":
      kill(fault);
      return lab;
    case "engine-and-job":
      kill("engine", "job");
      return lab;
    case "tree":
      kill("engine", "window", "holder", "job", "other");
      return lab;
    case "disk-full":
      await fillDisk(lab);
      return lab;
    case "reboot":
      await endTree(mark);
      edit(lab, { bootId: "00000000-0000-0000-0000-000000000000" });
      return lab;
    case "pid-reused":
      await endTree(mark);
      // The number is in use again, by a process of another start.
      edit(lab, { pid: bystander });
      return lab;
    case "clock-jumped":
      await endTree(mark);
      withDatabase(lab, (db) => {
        db.statement<[number]>("UPDATE job SET started_ms = started_ms + ? WHERE started_ms IS NOT NULL").run(86_400_000);
        db.statement<[number]>("UPDATE job_attempt SET started_ms = started_ms + ?").run(86_400_000);
      });
      return lab;
    case "lab-moved": {
      await endTree(mark);
      const moved = `${lab}-moved`;
      renameSync(lab, moved);
      return moved;
    }
  }
}

function killAll(mark: string, kinds: readonly MarkedProcess["kind"][]): void {
  for (const { pid } of processesOf(mark).filter(({ kind }) => kinds.includes(kind))) killOne(pid);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Like a power cut, as far as processes go. */
async function endTree(mark: string): Promise<void> {
  // A holder may be starting a job at this very moment; twice is enough, because nothing new is started by what is gone.
  for (let round = 0; round < 3; round++) {
    for (const { pid } of processesOf(mark)) killOne(pid);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

/** Fills the file system until nothing fits any more, and makes room again after a while. */
async function fillDisk(lab: string): Promise<void> {
  const files: string[] = [];
  for (const size of [1 << 20, 1 << 16, 1 << 12, 256]) {
    for (let index = 0; ; index++) {
      const file = join(lab, "..", `ballast-${size}-${index}`);
      files.push(file);
      try {
        writeFileSync(file, Buffer.alloc(size));
      } catch (error) {
        if (errorCode(error) !== "ENOSPC") throw error;
        break;
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  for (const file of files) rmSync(file, { force: true });
}

const startedFile = z.looseObject({ pid: z.number(), bootId: z.string().nullable() });

/** Says something else about the processes that ran, in the database and in the holders' files. */
function edit(lab: string, change: { readonly pid?: number; readonly bootId?: string }): void {
  withDatabase(lab, (db) => {
    if (change.bootId !== undefined) db.statement<[string]>("UPDATE job SET boot_id = ? WHERE boot_id IS NOT NULL").run(change.bootId);
    if (change.pid !== undefined) db.statement<[number]>("UPDATE job SET pid = ? WHERE pid IS NOT NULL").run(change.pid);
  });
  for (const name of readdirSync(lab, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".started.json"))) {
    const path = join(lab, name);
    writeFileSync(path, JSON.stringify({ ...startedFile.parse(JSON.parse(readFileSync(path, "utf8"))), ...change }));
  }
}

function withDatabase(lab: string, work: (db: LabDatabase) => void): void {
  const db = openDatabase(join(lab, "lab.sqlite"));
  try {
    work(db);
  } finally {
    db.close();
  }
}
