import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unpackMatrix } from "../../workers/contract/matrix-wire.ts";
import type { ExperimentView, JobView } from "../../workers/contract/views.ts";
import { jobFiles, readStarted } from "../../workers/engine/runner/job-files.ts";
import { isAlive, type ProcessIdentity } from "../../workers/engine/runner/process-identity.ts";
import { runningPid, startLab, tinyFile, tinyYaml, type TestLab } from "./lab.ts";
import { readText, until } from "./runner/processes.ts";

const longMs = 600_000;

/** A job of the kind that has done some of its work, and its process. */
async function atWork(lab: TestLab, kind: JobView["kind"]): Promise<{ readonly job: JobView; readonly process: ProcessIdentity }> {
  const job = await until(`a ${kind} job at work`, async () => {
    const { running } = await lab.engine.api.queue.list.query();
    return running.find((one) => one.kind === kind && one.phase === kind && (one.progress?.done ?? 0) > 0);
  }, longMs);
  const { runs } = await lab.engine.api.experiment.get.query({ id: job.experimentId });
  const folder = runs.find((run) => run.id === job.runId)?.folder ?? "";
  const process = readStarted(jobFiles(join(lab.folder, folder), job.id, job.attempt));
  if (process === null) throw new Error("nothing says which process it is");
  return { job, process };
}

function whenOver(lab: TestLab, id: string): Promise<ExperimentView> {
  return until("the experiment's end", async () => {
    const view = await lab.engine.api.experiment.get.query({ id });
    return view.runs.every((run) => ["done", "failed", "cancelled", "lost"].includes(run.state)) ? view : null;
  }, longMs);
}

describe("a real sweep on a real model", () => {
  it("survives the engine's death: the training goes on, is adopted by the next engine, and its result arrives", async () => {
    const lab = await startLab();
    const { api } = lab.engine;
    const { id } = await api.experiment.create.mutate({ yaml: tinyYaml, fileName: tinyFile });
    const { job, process: training } = await atWork(lab, "train");
    const killed = runningPid(lab.folder);

    process.kill(killed, "SIGKILL");
    await until("another engine", async () => {
      const { engine } = await api.lab.overview.query();
      return engine.pid !== killed;
    }, 30_000);
    expect(isAlive(training)).toBe(true);
    const adopted = (await api.queue.list.query()).running;
    expect(adopted.map((one) => [one.id, one.attempt])).toEqual([[job.id, 1]]);

    const view = await whenOver(lab, id);
    expect(view.runs.map((run) => [run.arm, run.seed, run.state, run.failure])).toEqual([
      ["base", null, "done", null],
      ["lora", 1, "done", null],
      ["lora", 2, "done", null],
    ]);
    for (const run of view.runs) {
      expect(run.score).toMatchObject({ missing: 0, total: 47 });
      expect(run.repeatsIdentical).toBe(true);
    }
    const losses = await api.experiment.losses.query({ id });
    expect(losses.runs.map((run) => run.steps)).toEqual([1, 2].map(() => Array.from({ length: 36 }, (_, step) => step + 1)));
    const [first, second] = view.runs.filter((run) => run.arm === "lora");
    expect(first?.artifact?.sha256).not.toBe(second?.artifact?.sha256);
    expect(existsSync(join(lab.folder, first?.folder ?? "", first?.artifact?.path ?? "missing"))).toBe(true);
    const matrix = unpackMatrix(await api.experiment.matrix.query({ id }));
    expect(matrix.columns.map((column) => [column.arm, column.seed, column.outcomes.length])).toEqual([["base", null, 47], ["lora", 1, 47], ["lora", 2, 47]]);
  }, longMs);

  it("calls a run failed within three seconds of its job being killed, says why, and can run it again", async () => {
    const lab = await startLab();
    const { api } = lab.engine;
    const { id } = await api.experiment.create.mutate({ yaml: tinyYaml.replace("- { name: base }", ""), fileName: tinyFile, seeds: [7] });
    const { job, process: training } = await atWork(lab, "train");
    const chunks: string[] = [];
    const terminal = api.queue.terminal.subscribe({ jobId: job.id, offset: 0 }, { onData: (chunk) => void chunks.push(chunk.text) });

    const killedMs = Date.now();
    process.kill(training.pid, "SIGKILL");
    const failed = await until("the failure", async () => (await api.experiment.get.query({ id })).runs.find((run) => run.state === "failed"));
    expect(Date.now() - killedMs).toBeLessThan(3_000);
    expect(failed.failure).toContain("killed by signal 9");
    expect((await api.queue.list.query()).waiting).toEqual([]);
    expect(chunks.join("")).toContain("[train]");
    terminal.unsubscribe();

    await api.experiment.retry.mutate({ id });
    const view = await whenOver(lab, id);
    expect(view.runs.map((run) => [run.state, run.score?.missing])).toEqual([["done", 0]]);
    expect(readText(join(lab.folder, view.runs[0]?.folder ?? "", "events.jsonl"))).toMatch(/"kind": ?"ended"/);
  }, longMs);
});
