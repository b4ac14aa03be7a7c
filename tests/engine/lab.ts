import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { connectEngine, type Connected } from "../../workers/engine/client/connect.ts";
import { readEngineFile } from "../../workers/engine/client/engine-file.ts";
import { isAlive } from "../../workers/engine/runner/process-identity.ts";
import { temporaryFolder, until } from "./runner/processes.ts";

export const tinyFile = fileURLToPath(new URL("../fixtures/experiments/tiny.yaml", import.meta.url));
export const tinyYaml = readFileSync(tinyFile, "utf8");

/** A lab with a running engine of its own; jobs and engine are gone when the test is. */
export type TestLab = { readonly folder: string; readonly engine: Connected; readonly enginePid: () => number };

export async function startLab(env: NodeJS.ProcessEnv = process.env): Promise<TestLab> {
  // Registered first, so that the folder goes last.
  const folder = join(temporaryFolder(), "lab");
  const engine = await connectEngine(folder, { start: true, env });
  onTestFinished(() => endLab(folder, engine));
  return { folder, engine, enginePid: () => runningPid(folder) };
}

export function runningPid(folder: string): number {
  const said = readEngineFile(folder);
  if (said === null || !isAlive(said)) throw new Error("no engine runs for the lab");
  return said.pid;
}

async function endLab(folder: string, engine: Connected): Promise<void> {
  const { running } = await engine.api.queue.list.query();
  await engine.api.queue.pause.mutate();
  // One that ends by itself between the two questions needs no cancelling.
  for (const job of running) await engine.api.queue.cancel.mutate({ jobId: job.id }).catch(unlessEnded);
  await until("the jobs to end", async () => (await engine.api.queue.list.query()).running.length === 0, 20_000);
  const said = readEngineFile(folder);
  await engine.close();
  if (said === null) return;
  if (isAlive(said)) process.kill(said.pid, "SIGTERM");
  await until("the engine to end", () => !isAlive(said));
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Error && error.message === "This job has ended already.")) throw error;
}
