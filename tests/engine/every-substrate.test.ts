import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { unpackMatrix } from "../../workers/contract/matrix-wire.ts";
import { startLab, tinyFile } from "./lab.ts";
import { openTestLab } from "./lab-fixture.ts";
import { until } from "./runner/processes.ts";
import { checkExperiment } from "../../workers/engine/handlers/check.ts";

const longMs = 600_000;
const key = "sk-test-every-substrate-0123456789";
const skill = "---\nname: router\ndescription: Routes.\n---\n\n# Route\n\nDecide where the answer comes from, then say it as JSON.";

/** An endpoint that writes a skill for whoever has the key. */
async function startWriter(): Promise<{ readonly url: string; readonly seeds: number[] }> {
  const seeds: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data: Buffer) => (body += data.toString("utf8")));
    request.on("end", () => {
      const { seed } = JSON.parse(body) as { readonly seed: number };
      seeds.push(seed);
      const allowed = request.headers.authorization === `Bearer ${key}`;
      response.writeHead(allowed ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify({ model: "writer", choices: [{ message: { content: skill }, finish_reason: "stop" }], usage: { prompt_tokens: 500, completion_tokens: 40 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seeds };
}

function sweep(url: string): string {
  const train = "train: { max_steps: 1 }";
  const compile = `prompt: { compile: { writer: { url: "${url}", model: writer, key_env: TEST_WRITER_KEY, price_in: 1, price_out: 2 } } }`;
  return `name: every substrate, tiny
task: router-47
base: builtin:smollm2-135m-tiny
paths: { peft: { dtype: fp32 } }
seeds: [1]
arms:
  - { name: base }
  - { name: compiled, ${compile} }
  - { name: prompt, prompt: { shots: 1 } }
  - { name: lora, lora: { rank: 2, targets: [q] }, ${train} }
  - { name: prefix, prefix: { length: 4, layers: all }, ${train} }
  - { name: prompt+lora, prompt: { shots: 1 }, lora: { rank: 2, targets: [q] }, ${train} }
  - { name: prompt+prefix, ${compile}, prefix: { length: 4, layers: all }, ${train}, both: combined-at-scoring }
score: { batch: 47, repeats: 1, max_new_tokens: 1, margins: true }
`;
}

it("runs every kind of arm for real, and the writer's key is in no file of the lab", async () => {
  const writer = await startWriter();
  const lab = await startLab({ ...process.env, TEST_WRITER_KEY: key });
  const { api } = lab.engine;
  const { id } = await api.experiment.create.mutate({ yaml: sweep(writer.url), fileName: tinyFile });
  const view = await until("the end of every run", async () => {
    const now = await api.experiment.get.query({ id });
    return now.runs.every((run) => ["done", "failed", "cancelled", "lost"].includes(run.state)) ? now : null;
  }, longMs);
  expect(view.runs.map((run) => [run.arm, run.seed, run.state, run.failure, run.score?.missing])).toEqual(
    [["base", null], ["compiled", 1], ["prompt", null], ["lora", 1], ["prefix", 1], ["prompt+lora", 1], ["prompt+prefix", 1]].map(([arm, seed]) => [arm, seed, "done", null, 0]),
  );
  expect(view.runs.filter((run) => run.artifact === null).map((run) => run.arm)).toEqual(["base", "prompt"]);
  expect(view.runs.every((run) => run.artifact === null || /^[0-9a-f]{64}$/.test(run.artifact.sha256))).toBe(true);

  const weights = (arm: string) => view.runs.find((run) => run.arm === arm)?.artifact;
  expect(weights("prompt+prefix"), "one draw of the prefix, alone and with the text").toEqual(weights("prefix"));

  const { texts, sentence } = await api.experiment.skills.query({ id });
  expect(texts.map((text) => [text.arm, text.seed])).toEqual([["compiled", 1], ["prompt+prefix", 1]]);
  expect(texts[1]?.from).toMatchObject({ kind: "writer", reusedFrom: texts[0]?.runId, cost: 0 });
  expect(sentence).toBe("One text was written; with one there is nothing to compare.");
  expect(writer.seeds).toEqual([1]);
  const { checks } = await api.experiment.protocol.query({ id });
  expect(checks.find(({ key: name }) => name === "finished")).toMatchObject({ state: "yes", evidence: [expect.stringContaining("Nothing was trained twice")] });
  const bill = await api.experiment.bill.query({ id });
  const tokens = (arm: string) => bill.rows.find((row) => row.arm === arm)?.promptTokensPerCall ?? 0;
  expect(tokens("compiled")).toBeGreaterThan(tokens("base"));
  expect(tokens("prompt+prefix")).toBe(tokens("compiled"));
  expect(tokens("prefix")).toBe(tokens("base"));
  const matrix = unpackMatrix(await api.experiment.matrix.query({ id }));
  expect(matrix.columns.every((column) => column.margins?.every((margin) => margin !== null) === true)).toBe(true);
  for (const file of readdirSync(lab.folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(key), file.name).toBe(false);
  }
}, longMs);

it("comes with a sweep over every substrate that can start as it is", () => {
  const fileName = fileURLToPath(new URL("../../assets/experiments/substrates.yaml", import.meta.url));
  const assets = fileURLToPath(new URL("../../assets", import.meta.url));
  const lab = openTestLab();
  const check = checkExperiment({ db: lab.db, assets, env: { FLIPBOOK_BASE_BUILTIN: join(lab.folder, "..", "work", "model") } }, { yaml: readFileSync(fileName, "utf8"), fileName });
  expect(check).toMatchObject({ kind: "ok", runs: 23, jobs: 44 });
  expect(check.kind === "ok" && check.arms.map((arm) => [arm.name, arm.substrate, arm.runs])).toEqual([
    ["base", "none", 1], ["compiled", "prompt", 5], ["prompt", "prompt", 1], ["lora", "lora", 5], ["prefix", "prefix", 5], ["prompt+prefix", "prompt+prefix", 3], ["prompt+lora", "prompt+lora", 3],
  ]);
});
