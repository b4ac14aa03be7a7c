import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endJob, listJobsOfRun, startJob } from "../../../workers/database/jobs.ts";
import { listRuns } from "../../../workers/database/runs.ts";
import { ingestRun } from "../../../workers/engine/ingest/ingest-run.ts";
import { rebuildRun } from "../../../workers/engine/ingest/rebuild-run.ts";
import { movedEvents } from "../../../workers/engine/take-over.ts";
import { appendEvents, openTestLab, runOf, scoring, startSweep, sweepYaml, training, type TestLab } from "../lab-fixture.ts";

const again = sweepYaml.replace("name: small sweep", "name: the same again").replace("name: lora", "name: adapter");

/** A sweep of which the base and seed 1 are done, with an adapter on disk. */
function labWithDone(): TestLab & { readonly id: string } {
  const lab = openTestLab();
  const { id, runs } = startSweep(lab);
  for (const [run, text] of [[runOf(runs, "base"), scoring(runOf(runs, "base"), "ppffpp")], [runOf(runs, "lora", 1), training(runOf(runs, "lora", 1), [3, 2, 1]) + scoring(runOf(runs, "lora", 1), "pppppf")]] as const) {
    appendEvents(lab, run, text);
    ingestRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, run.id);
    for (const job of listJobsOfRun(lab.db, run.id)) {
      startJob(lab.db, job.id, { pid: 1, bootId: null, processStart: null, startedMs: 1 });
      endJob(lab.db, job.id, { state: "done", end: { kind: "done" }, endedMs: 2 });
    }
  }
  const artifact = join(lab.folder, runOf(runs, "lora", 1).folder, "artifact");
  mkdirSync(artifact);
  writeFileSync(join(artifact, "adapter.safetensors"), "weights");
  return { ...lab, id };
}

const alreadyDone = (lab: TestLab, yaml: string) => {
  const check = lab.handlers.experiment.check({ yaml, fileName: lab.fileName });
  return check.kind === "ok" ? check.alreadyDone : [];
};

describe("what is done already", () => {
  it("is offered by task, recipe and seed, whatever the arm is called now", () => {
    const lab = labWithDone();
    expect(alreadyDone(lab, again)).toEqual([
      { arm: "base", seed: null, experimentId: lab.id, experimentName: "small sweep", passes: 4, items: 6 },
      { arm: "adapter", seed: 1, experimentId: lab.id, experimentName: "small sweep", passes: 5, items: 6 },
    ]);
  });

  it("is no second doing of it: the protocol does not take the copy for a proof that the seed decides", async () => {
    const lab = labWithDone();
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName, reuse: true });
    for (const one of [id, lab.id]) {
      const { checks } = await lab.handlers.experiment.protocol({ id: one });
      expect(checks.find(({ key }) => key === "same-seed")).toMatchObject({ state: "unknown", evidence: [] });
    }
  });

  it("is not offered with another recipe, seed or way of scoring, while unfinished, set aside, or removed", () => {
    const lab = labWithDone();
    expect(alreadyDone(lab, again.replace("rank: 4", "rank: 8")).map(({ arm }) => arm)).toEqual(["base"]);
    expect(alreadyDone(lab, again.replace("seeds: 1..3", "seeds: 2..3")).map(({ arm }) => arm)).toEqual(["base"]);
    expect(alreadyDone(lab, `${again}score: { repeats: 5 }\n`)).toEqual([]);
    lab.handlers.run.setAside({ runId: runOf(listRuns(lab.db, lab.id), "lora", 1).id, reason: "a bad cable" });
    expect(alreadyDone(lab, again).map(({ arm }) => arm)).toEqual(["base"]);
    lab.handlers.experiment.remove({ id: lab.id });
    expect(alreadyDone(lab, again)).toEqual([]);
  });

  it("is taken over with its answers, losses and adapter when asked, says so, and the rest waits", () => {
    const lab = labWithDone();
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName, reuse: true });
    const view = lab.handlers.experiment.get({ id });
    expect(view.runs.map(({ arm, seed, state, score }) => [arm, seed, state, score?.pass ?? null])).toEqual([
      ["base", null, "done", 4], ["prompt", null, "waiting", null], ["adapter", 1, "done", 5], ["adapter", 2, "waiting", null], ["adapter", 3, "waiting", null],
    ]);
    expect(view.changes.map(({ text }) => text)).toEqual(["2 runs were taken over from small sweep: same task, recipe and seed."]);
    const [old, fresh] = [runOf(listRuns(lab.db, lab.id), "lora", 1), runOf(listRuns(lab.db, id), "adapter", 1)];
    expect([fresh.finalLoss, fresh.trainableParameters, fresh.outcomes]).toEqual([old.finalLoss, old.trainableParameters, old.outcomes]);
    const file = join("artifact", "adapter.safetensors");
    expect(readFileSync(join(lab.folder, fresh.folder, file), "utf8")).toBe("weights");
    expect(statSync(join(lab.folder, fresh.folder, file)).ino).toBe(statSync(join(lab.folder, old.folder, file)).ino);
    const notices = lab.db.statement<[number], { message: string }>("SELECT message FROM notice WHERE run_number = ?").all(fresh.number).map(({ message }) => message);
    expect(notices).toEqual([`Taken over from run ${old.id} of the experiment small sweep, which has the same task, recipe and seed; nothing was trained or asked again.`]);
  });

  it("can be rebuilt from the new run's folder alone", () => {
    const lab = labWithDone();
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName, reuse: true });
    const before = runOf(listRuns(lab.db, id), "adapter", 1);
    rebuildRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, before.folder);
    expect(runOf(listRuns(lab.db, id), "adapter", 1)).toEqual(before);
  });

  it("costs what the first run cost, and is no work of this experiment", () => {
    const lab = labWithDone();
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName, reuse: true });
    const billOf = (experiment: string, arm: string) => lab.handlers.experiment.bill({ id: experiment }).rows.find((row) => row.arm === arm && (row.seed === 1 || row.seed === null));
    const old = runOf(listRuns(lab.db, lab.id), "lora", 1);
    expect(billOf(lab.id, "lora")).toMatchObject({ seconds: { train: 7, score: 3 }, workSeconds: 11.5, takenOver: null });
    expect(billOf(id, "adapter")).toMatchObject({ seconds: { train: 7, score: 3 }, workSeconds: 0, takenOver: { what: "everything", run: old.id }, energyWh: null });
    expect(billOf(id, "prompt")).toMatchObject({ workSeconds: null, takenOver: null });
    const fresh = runOf(listRuns(lab.db, id), "adapter", 1);
    rebuildRun({ folder: lab.folder, db: lab.db, publish: () => undefined }, fresh.folder);
    expect(billOf(id, "adapter")?.takenOver, "rebuilt from its folder").toEqual({ what: "everything", run: old.id });
  });

  it("is done anew where its files are gone, and nothing of them is left behind", () => {
    const lab = labWithDone();
    rmSync(join(lab.folder, runOf(listRuns(lab.db, lab.id), "lora", 1).folder, "artifact"), { recursive: true });
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName, reuse: true });
    const run = runOf(listRuns(lab.db, id), "adapter", 1);
    expect(lab.handlers.experiment.get({ id }).runs.find((one) => one.id === run.id)).toMatchObject({ state: "waiting", score: null });
    expect(existsSync(join(lab.folder, run.folder, "events.jsonl"))).toBe(false);
  });

  it("is not taken over unless it was asked for", () => {
    const lab = labWithDone();
    const { id } = lab.handlers.experiment.create({ yaml: again, fileName: lab.fileName });
    expect(lab.handlers.experiment.get({ id }).runs.every(({ state }) => state === "waiting")).toBe(true);
  });

  it("leaves out a last line that was cut short, and lines that are no events as they are", () => {
    const moved = movedEvents('{"v":1,"job":"a","seq":4,"t":9,"kind":"x"}\n[1]\n{"v":1,"jo', new Map([["a", "b"]]), "from there");
    expect(moved.split("\n")).toEqual(['{"v":1,"job":"b","seq":4,"t":9,"kind":"x"}', "[1]", '{"v":1,"job":"b","seq":5,"t":9,"kind":"notice","message":"from there"}', ""]);
  });
});
