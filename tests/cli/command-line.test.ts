import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { describe, expect, it } from "vitest";
import { startLab, type TestLab } from "../engine/lab.ts";
import { standIn, sweepYaml, type StandIn } from "../engine/stand-in.ts";
import { temporaryFolder, until } from "../engine/runner/processes.ts";
import { flipbook, flipbookAtTerminal, startFlipbook } from "./flipbook.ts";

const results = z.object({
  experiment: z.object({ id: z.string(), runs: z.array(z.object({ arm: z.string(), seed: z.number().nullable(), state: z.string() })) }),
  matrix: z.object({ items: z.array(z.unknown()), columns: z.array(z.unknown()) }),
  finding: z.string(),
});

const failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), problems: z.array(z.object({ line: z.number().nullable(), field: z.string() })) }),
});

async function labWith(behaviours: Parameters<StandIn["behave"]>[0] = {}): Promise<TestLab & StandIn & { readonly env: NodeJS.ProcessEnv }> {
  const stand = standIn();
  stand.behave(behaviours);
  const lab = await startLab(stand.env);
  return { ...lab, ...stand, env: { ...stand.env, FLIPBOOK_LAB: lab.folder } };
}

function fileWith(yaml: string): string {
  const path = join(temporaryFolder(), "sweep.yaml");
  writeFileSync(path, yaml);
  return path;
}

describe("flipbook run", { timeout: 120_000 }, () => {
  it("--json prints one document and nothing else on standard output, progress beside it", async () => {
    const { env } = await labWith();
    const { code, out, err } = await flipbook(["run", fileWith(sweepYaml({ seeds: "1..2", base: true })), "--json"], env);
    const told = results.parse(JSON.parse(out));
    expect(told.experiment.runs).toEqual([
      { arm: "base", seed: null, state: "done" },
      { arm: "lora", seed: 1, state: "done" },
      { arm: "lora", seed: 2, state: "done" },
    ]);
    expect([told.matrix.items.length, told.matrix.columns.length]).toEqual([47, 3]);
    expect(told.finding.length).toBeGreaterThan(20);
    expect(err).toContain("lora seed 2:");
    expect(code).toBe(0);
  });

  it("ends with the score table, the flip table and the finding, without colours where nobody watches", async () => {
    const { env } = await labWith();
    const { code, out } = await flipbook(["run", fileWith(sweepYaml({ seeds: "3..9", base: true })), "--seeds", "1..2"], env);
    expect(out).toContain("lora seed 1: ");
    expect(out).not.toContain("lora seed 3");
    expect(out).toMatch(/arm +path +runs +mean/);
    expect(out).toMatch(/lora +peft\/fp32 +2 +/);
    expect(out).toContain("No item differs between these runs.");
    expect(out).not.toContain("\u001b[");
    expect(code).toBe(0);
  });

  it("ends with 1 when a run failed, and shows the others' results all the same", async () => {
    const { env } = await labWith({ "1": { train: "fail" } });
    const { code, out } = await flipbook(["run", fileWith(sweepYaml({ seeds: "1..2" }))], env);
    expect(code).toBe(1);
    expect(out).toContain("lora seed 1: failed: train: The stand-in was told to fail.");
    expect(out).toMatch(/lora +peft\/fp32 +1 of 2/);
  });

  it("says where a file is wrong as file:line:column field: message, ends with 2, and starts nothing", async () => {
    const lab = await labWith();
    const path = fileWith(sweepYaml({ seeds: "1..2" }).replace("seeds:", "sedes:"));
    const { code, err } = await flipbook(["run", path], lab.env);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^${path}:5:\\d+ sedes: .*seeds`, "m"));
    const json = await flipbook(["run", path, "--json"], lab.env);
    const { error } = failure.parse(JSON.parse(json.out));
    expect(error.code).toBe("bad-input");
    expect(error.problems).toContainEqual({ line: 5, field: "sedes" });
    expect((await lab.engine.api.lab.overview.query()).experiments).toEqual([]);
  });

  it.each([
    ["a file that is not there", "nowhere.yaml", "cannot be read (ENOENT)"],
    ["seeds that run backwards", "SWEEP --seeds 5..1", "The range 5..1 runs backwards. Write 1..5."],
    ["no seeds", "SWEEP --seeds ", "There are 0 seeds."],
    ["text that is not UTF-8", "LATIN", "is not UTF-8 text"],
  ])("refuses %s with 2 and a sentence", async (_what, line, sentence) => {
    const env = { ...process.env, FLIPBOOK_LAB: join(temporaryFolder(), "lab") };
    const latin = join(temporaryFolder(), "latin.yaml");
    writeFileSync(latin, Buffer.from([0x6e, 0xe4, 0x0a]));
    const args = line.split(" ").map((word) => (word === "SWEEP" ? fileWith(sweepYaml({ seeds: "1" })) : word === "LATIN" ? latin : word));
    const { code, err } = await flipbook(["run", ...args], env);
    expect(err).toContain(sentence);
    expect(code).toBe(2);
  });

  it("without a terminal, Ctrl-C leaves the sweep running and says how to find it", async () => {
    const { env, engine } = await labWith({ "1": { train: "sleep" } });
    const run = startFlipbook(["run", fileWith(sweepYaml({ seeds: "1" }))], env);
    await until("the training", () => run.out().includes("lora seed 1: train"));
    run.signal("SIGINT");
    const { code, err } = await run.end;
    expect(code).toBe(130);
    expect(err).toMatch(/goes on without this terminal. See it with: flipbook show stand-in-\w+/);
    expect((await engine.api.queue.list.query()).running).toHaveLength(1);
  });
});

describe("flipbook run at a terminal", { timeout: 120_000 }, () => {
  it("draws bars, asks at Ctrl-C, and cancels cleanly on yes", async () => {
    const { env, engine } = await labWith({ "1": { train: "sleep" } });
    const { code, out } = await flipbookAtTerminal(["run", fileWith(sweepYaml({ seeds: "1..2" }))], env, [["train, [1-9]", "\u0003"], ["y/N", "y\r"]]);
    expect(out).toContain("░");
    expect(out).toContain("Cancel the sweep? y/N");
    expect(out).toContain("Cancelled. 0 runs of 2 had finished");
    expect(code).toBe(130);
    await until("the queue to be empty", async () => {
      const { running, waiting } = await engine.api.queue.list.query();
      return running.length + waiting.length === 0;
    });
  });

  it("goes on after a no, and leaves the sweep running after a second Ctrl-C", async () => {
    const { env, engine } = await labWith({ "1": { train: "sleep" } });
    const steps = [["train, [1-9]", "\u0003"], ["y/N", "n\r"], ["train, [1-9]", "\u0003"], ["y/N", "\u0003"]] as const;
    const { code, out } = await flipbookAtTerminal(["run", fileWith(sweepYaml({ seeds: "1" }))], env, steps);
    expect(out).toContain("goes on without this terminal");
    expect(code).toBe(130);
    expect((await engine.api.queue.list.query()).running).toHaveLength(1);
  });
});

describe("the other commands", { timeout: 120_000 }, () => {
  it("list, show, extend, note and queue speak of the same experiment", async () => {
    const { env } = await labWith();
    expect((await flipbook(["ls"], env)).out).toContain("has no experiments yet");
    await flipbook(["run", fileWith(sweepYaml({ seeds: "1", base: true }))], env);
    const [row] = z.object({ experiments: z.array(z.object({ id: z.string(), name: z.string() })) }).parse(JSON.parse((await flipbook(["ls", "--json"], env)).out)).experiments;
    expect(row?.name).toBe("stand-in");
    expect((await flipbook(["ls"], env)).out).toMatch(/stand-in +done +2 of 2 runs/);

    const extended = await flipbook(["extend", "stand-in", "--seeds", "1..3"], env);
    expect([extended.code, extended.err]).toEqual([0, expect.stringContaining("2 runs added.")]);
    expect(extended.out).toMatch(/lora +peft\/fp32 +3 /);
    expect((await flipbook(["note", "add", row?.id ?? "", "the second seed looks lucky"], env)).code).toBe(0);
    const shown = await flipbook(["show", (row?.id ?? "").slice(0, 12)], env);
    expect(shown.out).toContain("extension");
    expect((await flipbook(["ls"], env)).out).toContain("the second seed looks lucky");
    expect((await flipbook(["queue"], env)).out).toBe("Nothing runs and nothing waits.\n");
  });

  it("a name that is not there is refused with the nearest one", async () => {
    const { env, engine } = await labWith({ "1": { train: "sleep" } });
    await engine.api.experiment.create.mutate({ yaml: sweepYaml({ seeds: "1" }), fileName: "sweep.yaml" });
    const { code, err } = await flipbook(["show", "stand-inn"], env);
    expect([code, err]).toEqual([2, expect.stringContaining("Did you mean stand-in?")]);
    expect((await flipbook(["cancel", "stand-in"], env)).out).toContain("is cancelled; results so far are kept");
  });

  it("engine joins the one that runs and answers in one line of JSON", async () => {
    const { env, engine, folder } = await labWith();
    const { code, out } = await flipbook(["engine", "--json"], env);
    expect(JSON.parse(out)).toMatchObject({ socket: engine.socket, lab: folder, readOnly: false });
    expect([code, out.trim().split("\n").length]).toEqual([0, 1]);
  });

  it("a lab that cannot be opened ends with 3 and one line of JSON that says why", async () => {
    const lab = join(temporaryFolder(), "lab");
    mkdirSync(lab);
    writeFileSync(join(lab, "lab.sqlite"), readFileSync(process.execPath).subarray(0, 8192));
    const { code, out } = await flipbook(["engine", "--json", "--lab", lab], process.env);
    const { error } = failure.parse(JSON.parse(out));
    expect(error.code).toBe("damaged");
    expect(error.message).toContain("is damaged");
    expect(code).toBe(3);
  });

  it("an unknown option or command ends with 2; help ends with 0 and names the exit codes", async () => {
    expect((await flipbook(["run", "--sedes"], process.env)).code).toBe(2);
    expect((await flipbook(["rnu"], process.env)).code).toBe(2);
    const help = await flipbook(["--help"], process.env);
    expect([help.code, help.out]).toEqual([0, expect.stringContaining("130  you cancelled it")]);
  });
});
