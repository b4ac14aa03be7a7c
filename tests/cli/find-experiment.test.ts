import { describe, expect, it } from "vitest";
import { findExperiment } from "../../workers/cli/find-experiment.ts";
import { processTerminal } from "../../workers/cli/terminal.ts";
import { startLab } from "../engine/lab.ts";
import { standIn, sweepYaml } from "../engine/stand-in.ts";

describe("the experiment a person means", { timeout: 60_000 }, () => {
  it("is the one with this whole name, even where another's id begins with it", async () => {
    const { folder, engine } = await startLab(standIn().env);
    const { api } = engine;
    await api.queue.pause.mutate();
    const create = async (name: string): Promise<string> => (await api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1..2" }).replace("stand-in", name), fileName: "sweep.yaml" })).id;
    const [sweep, again, other] = [await create("sweep"), await create("sweep, again"), await create("other")];
    const found = async (named: string): Promise<string> => (await findExperiment({ lab: folder, engine, terminal: processTerminal(false), json: false }, named)).id;

    expect(await found("sweep")).toBe(sweep);
    expect(await found("sweep, again")).toBe(again);
    expect(await found("sweep-ag")).toBe(again);
    expect(await found(other)).toBe(other);
    await expect(found("swee")).rejects.toThrow("swee could be any of");
    await expect(found("othre")).rejects.toThrow("Did you mean other?");
    await create("sweep");
    await expect(found("sweep")).rejects.toThrow("sweep could be any of");
  });
});
