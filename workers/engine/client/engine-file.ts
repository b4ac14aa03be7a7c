import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { jsonOrNull } from "../../domain/json-or-null.ts";
import { errorCode } from "../error-code.ts";

/** What `engine.json` in a lab says about the engine that has it open. */
const engineFile = z.object({
  pid: z.int(),
  processStart: z.string().nullable(),
  bootId: z.string().nullable(),
  socket: z.string(),
  version: z.string(),
  startedMs: z.number(),
});
export type EngineFile = z.infer<typeof engineFile>;

/** Who runs the lab, or null where nobody has said so (or in a way this version cannot read). */
export function readEngineFile(lab: string): EngineFile | null {
  const text = readOrNull(join(lab, "engine.json"));
  if (text === null) return null;
  const parsed = engineFile.safeParse(jsonOrNull(text));
  return parsed.success ? parsed.data : null;
}

/** Says who runs the lab. On a full disk it stays unsaid: clients also find the engine by the lab's name. */
export function writeEngineFile(lab: string, file: EngineFile): void {
  const path = join(lab, "engine.json");
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    renameSync(`${path}.part`, path);
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes(errorCode(error))) throw error;
    removeEngineFile(lab);
    console.error(`${path} could not be written: the disk is full.`);
  }
}

export function removeEngineFile(lab: string): void {
  rmSync(join(lab, "engine.json"), { force: true });
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "EACCES", "ENOTDIR"].includes(errorCode(error))) return null;
    throw error;
  }
}
