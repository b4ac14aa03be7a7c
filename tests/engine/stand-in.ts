import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeModelFolder } from "../fixtures/model-folder.ts";
import { temporaryFolder } from "./runner/processes.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** How a job of a seed (or of `base`) ends; `wait` works until it is told something else. */
export type Behaviour = "done" | "wait" | "sleep" | "crash" | "fail" | "out-of-memory" | "disk-full";
export type Behaviours = Readonly<Record<string, { readonly train?: Behaviour; readonly score?: Behaviour }>>;

/** Flipbook with stand-ins for Python's jobs: real processes and real files, no model. */
export type StandIn = { readonly env: NodeJS.ProcessEnv; readonly behave: (behaviours: Behaviours) => void };

export function standIn(more: NodeJS.ProcessEnv = {}): StandIn {
  const root = temporaryFolder();
  symlinkSync(join(project, "tests", "fixtures", "stand-in"), join(root, "python"));
  for (const name of ["assets", "workers"]) symlinkSync(join(project, name), join(root, name));
  const base = join(root, "base");
  makeModelFolder(base);
  const behave = (behaviours: Behaviours): void => {
    writeFileSync(join(root, "behaviour.part"), JSON.stringify(behaviours));
    renameSync(join(root, "behaviour.part"), join(root, "behaviour.json"));
  };
  behave({});
  return { env: { ...process.env, FLIPBOOK_ROOT: root, FLIPBOOK_BASE_TINY: base, ...more }, behave };
}

/** A sweep of one LoRA arm over seeds, with a base where asked for. */
export function sweepYaml({ seeds, base = false, gate = "" }: { readonly seeds: string; readonly base?: boolean; readonly gate?: string }): string {
  return [
    "name: stand-in",
    "task: router-47",
    "base: builtin:smollm2-135m-tiny",
    "paths: { peft: { dtype: fp32 } }",
    `seeds: ${seeds}`,
    "arms:",
    ...(base ? ["  - { name: base }"] : []),
    "  - { name: lora, lora: { rank: 4, targets: [q, v] }, train: { max_steps: 1 } }",
    gate,
    "",
  ].join("\n");
}
