import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { LabError } from "../domain/errors.ts";
import { connectEngine } from "../engine/client/connect.ts";
import { errorCode } from "../engine/error-code.ts";
import { watchGpus } from "../engine/gpu/gpu-watch.ts";
import { smiRunner } from "../engine/gpu/run-smi.ts";
import { meansNoGpu } from "../engine/gpu/smi-failure.ts";
import { programFolders } from "../engine/program-folders.ts";

const check = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(["ok", "missing", "broken", "optional"]),
  version: z.string().nullable(),
  detail: z.string(),
  fix: z.string(),
});
export type Check = z.infer<typeof check>;
const status = z.object({ checks: z.array(check) });

const gib = 1024 ** 3;
const enoughDisk = 2 * gib;

/** What set-up says about Node, Python, the model, Electron and the rest. */
export async function setupChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const script = join(programFolders(env).root, "workers", "setup", "status.mjs");
  if (!existsSync(script)) return [];
  return status.parse(JSON.parse(await outputOf(process.execPath, [script, "--json"], env))).checks;
}

const serverFound = z.object({ file: z.string().nullable(), version: z.string().nullable(), says: z.string(), fetches: z.boolean() });

/** The llama-server that would write a skill text now; where there is none, a compile gets one or says what is missing. */
export async function writerChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const python = env["FLIPBOOK_PYTHON"];
  if (python === undefined || !existsSync(python)) return []; // the set-up's own checks say so
  const head = { id: "llama-server", label: "llama-server" };
  const found = serverFound.parse(JSON.parse(await outputOf(python, ["-m", "flipbook_worker.llama_program"], { ...env, PYTHONPATH: programFolders(env).python })));
  if (found.file !== null) return [{ ...head, state: "ok", version: found.version, detail: found.file, fix: "" }];
  if (env["FLIPBOOK_LLAMA_SERVER"] !== undefined) return [{ ...head, state: "broken", version: null, detail: found.says, fix: "Correct FLIPBOOK_LLAMA_SERVER, or unset it." }];
  const got = found.fetches ? "is fetched when a prompt is first compiled here (68 MB), or built from source where that one does not run" : "is built from source when a prompt is first compiled here";
  return [{ ...head, state: "optional", version: null, detail: got, fix: "" }];
}

/** The lab's folder and its engine, without starting one. */
export async function labChecks(lab: string): Promise<readonly Check[]> {
  const folder = resolve(lab);
  return [folderCheck(folder), ...(existsSync(folder) ? [await engineCheck(folder)] : [])];
}

/** Every GPU with its memory, or why there is none. */
export async function gpuChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const watch = watchGpus({ run: smiRunner(env), now: Date.now, later });
  try {
    while (watch.state().kind === "starting") await new Promise((done) => setTimeout(done, 50));
    const state = watch.state();
    if (state.kind === "failing") {
      const absent = meansNoGpu(state.failure);
      return [{ id: "gpu", label: "GPU", state: absent ? "optional" : "broken", version: null, detail: `${state.failure.says}${absent ? "; jobs run on the processor" : ""}`, fix: "" }];
    }
    return watch.gpus().map(({ uuid, reading }) => {
      const { freeMib, totalMib } = reading;
      const memory = freeMib.kind === "value" && totalMib.kind === "value" ? `${freeMib.value} of ${totalMib.value} MiB free` : "its memory is unknown";
      return { id: `gpu-${uuid}`, label: "GPU", state: "ok", version: reading.name, detail: `${memory}, ${uuid}`, fix: "" };
    });
  } finally {
    watch.close();
  }
}

function folderCheck(folder: string): Check {
  const head = { id: "lab", label: "Lab folder", version: null };
  const place = existsSync(folder) ? folder : dirname(folder);
  try {
    accessSync(place, constants.W_OK);
  } catch (error) {
    return { ...head, state: "broken", detail: `${place} cannot be written (${errorCode(error)})`, fix: "Choose another folder with --lab." };
  }
  const { bavail, bsize } = statfsSync(place);
  const free = `${((bavail * bsize) / gib).toFixed(1)} GiB free`;
  if (bavail * bsize < enoughDisk) return { ...head, state: "broken", detail: `${folder}, only ${free}`, fix: "Free some space: an adapter takes a few to a hundred MiB a run." };
  return { ...head, state: "ok", detail: `${folder}${existsSync(folder) ? "" : " (made at the first start)"}, ${free}`, fix: "" };
}

async function engineCheck(folder: string): Promise<Check> {
  const head = { id: "engine", label: "Engine" };
  try {
    const engine = await connectEngine(folder, { start: false });
    const view = await engine.api.lab.overview.query();
    await engine.close();
    return { ...head, state: "ok", version: view.engine.version, detail: `runs with pid ${view.engine.pid}${view.readOnly ? ", reading only" : ""}`, fix: "" };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { ...head, state: "optional", version: null, detail: "does not run now; it is started when needed", fix: "" };
  }
}

/** The status script ends with 1 when something is missing; what it printed counts. */
function outputOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((done, fail) => {
    execFile(program, [...args], { env, maxBuffer: 4 * 1024 * 1024, timeout: 120_000 }, (error, stdout) => {
      if (stdout !== "") done(stdout);
      else fail(error ?? new Error(`${program} said nothing`));
    });
  });
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
