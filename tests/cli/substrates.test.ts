import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLab } from "../fixtures/lab/make-lab.ts";
import { oneExperiment } from "../fixtures/lab/presets.ts";
import { stopEngine } from "../e2e/launch-window.ts";
import { flipbook, type Ran } from "./flipbook.ts";

const folder = mkdtempSync(join(tmpdir(), "flipbook-substrates-"));
const lab = join(folder, "lab");
const patience = { timeout: 60_000 };

function run(...args: readonly string[]): Promise<Ran> {
  return flipbook([...args, "--lab", lab], { ...process.env });
}

beforeAll(() => {
  makeLab(lab, [
    oneExperiment({ id: "square", name: "square", seeds: "1..3", arms: ["{ name: base }", "{ name: prompt, prompt: {} }", "{ name: lora, lora: {} }", "{ name: together, prompt: {}, lora: {} }"] }),
    oneExperiment({ id: "grid", name: "grid", seeds: "1..2", arms: ["{ name: base }", "{ name: lora, lora: {}, grid: { rank: [4, 16], seed_init: [1, 2] } }"] }),
  ]);
});

afterAll(() => {
  stopEngine(lab);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

describe("substrates at the command line", patience, () => {
  it("shows text and weights alone and together, in words and as JSON", async () => {
    const told = await run("factors", "square");
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toContain("prompt and lora, alone and together");
    expect(told.out).toMatch(/interaction .* both − prompt − lora \+ base/u);
    expect(told.out).toMatch(/together − lora .* what the text adds to the weights/u);
    expect(told.out).toMatch(/^base +1 +[0-9.]+ +the base +[0-9.]+ to [0-9.]+ /mu);
    expect(told.out).toContain("The interval of base is Wilson's, of its score over items and not over seeds.");
    const { squares } = JSON.parse((await run("factors", "square", "--json")).out) as { readonly squares: readonly { readonly factorial: { readonly cells: readonly { readonly name: string }[] }; readonly elo: readonly unknown[] }[] };
    expect(squares.map(({ factorial, elo }) => [factorial.cells.map(({ name }) => name), elo.length])).toEqual([[["base", "prompt", "lora", "together"], 4]]);
  });

  it("shows a grid by its settings and the parts of its seeds", async () => {
    const { code, out } = await run("factors", "grid");
    expect(code).toBe(0);
    expect(out).toMatch(/^lora by rank$/mu);
    expect(out).toContain("lora rank 16: 2 first-weight seeds × 2 order seeds");
  });

  it("bills one run of each arm with its spread", async () => {
    const { code, out } = await run("bill", "square");
    expect(code).toBe(0);
    expect(out).toMatch(/^together +3 .* ± /mu);
  });

  it("says what is missing where there are no texts and no checkpoints, and what to write for them", async () => {
    expect(await run("skills", "square")).toMatchObject({ code: 0, out: "square has no skill texts yet.\n" });
    expect(await run("epochs", "square")).toMatchObject({ code: 0, out: "No checkpoint of square was scored. Write checkpoints: every-epoch under train, and checkpoints: true under score.\n" });
  });

  it("refuses to verify what was not run", async () => {
    expect(await run("verify", "square", "--arm", "nobody")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("square has no arm nobody; it has base, prompt, lora, together.") as unknown });
    expect(await run("verify", "square", "--seed", "x")).toMatchObject({ code: 2 });
    expect(await run("verify", "square", "--arm", "lora", "--seed", "99")).toMatchObject({ code: 2, err: expect.stringContaining("lora was not run under seed 99") as unknown });
  });
});
