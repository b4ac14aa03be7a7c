import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLab } from "../engine/lab.ts";
import { standIn, sweepYaml } from "../engine/stand-in.ts";
import { temporaryFolder, until } from "../engine/runner/processes.ts";
import { startFlipbook } from "./flipbook.ts";

function fileWith(yaml: string): string {
  const path = join(temporaryFolder(), "sweep.yaml");
  writeFileSync(path, yaml);
  return path;
}

describe("a sweep that is followed but does not start", { timeout: 60_000 }, () => {
  it("says that the queue is paused, once, and goes on when it is resumed", async () => {
    const { env } = standIn();
    const { folder, engine } = await startLab(env);
    await engine.api.queue.pause.mutate();
    const command = startFlipbook(["run", fileWith(sweepYaml({ seeds: "[1]" })), "--lab", folder], env);
    await until("the reason", () => command.out().includes("The queue is paused: by you. Resume it in the window.\n"), 20_000);
    await engine.api.queue.resume.mutate();
    const { code, out } = await command.end;
    expect(code).toBe(0);
    expect(out.split("The queue is paused").length - 1).toBe(1);
  });

  it("says what it waits behind", async () => {
    const { env, behave } = standIn();
    behave({ "1": { train: "sleep" } });
    const { folder, engine } = await startLab(env);
    const first = await engine.api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "[1]" }), fileName: "sweep.yaml" });
    await until("the first training", async () => (await engine.api.queue.list.query()).running.some((job) => job.phase === "train"));
    const command = startFlipbook(["run", fileWith(sweepYaml({ seeds: "[2]" })), "--lab", folder], env);
    await until("the reason", () => command.out().includes("lora seed 2 waits: "), 20_000);
    await engine.api.experiment.cancel.mutate({ id: first.id });
    expect((await command.end).code).toBe(0);
  });
});
