import { join } from "node:path";
import { lockFile } from "../database/open.ts";
import { LabError } from "../domain/errors.ts";
import { readEngineFile } from "./client/engine-file.ts";

/** The right to be a lab's engine; it ends with the process, however that ends. */
export type LabLock = { readonly release: () => void };

/** Takes the lab for this engine, or says who has it. */
export function takeLabLock(lab: string): LabLock {
  const held = lockFile(join(lab, "engine.lock"));
  if (held !== null) return { release: () => held.release() };
  const other = readEngineFile(lab);
  const who = other === null ? "another engine" : `the engine with pid ${other.pid}`;
  throw new LabError("conflict", `The lab ${lab} is open in ${who}. Join it, or open the lab with --read-only.`);
}
