import { parseCell, type Cell } from "./smi-cell.ts";

/** A process that holds memory of a GPU; `type` C = computes, G = draws, C+G = both. */
export type GpuProcess = { readonly gpu: string; readonly pid: number; readonly name: string; readonly type: string | null; readonly usedMib: Cell };

/**
 * Asks for every process, also those that only draw: a desktop's server is what a gate most often waits for, and
 * `--query-compute-apps` leaves it out. GPUs are named by bus address here.
 */
export const allProcessesArgs: readonly string[] = ["-q", "-d", "PIDS"];

/** Asks for the computing processes alone, where the longer answer is not to be had. GPUs are named by UUID here. */
export const computeProcessesArgs: readonly string[] = ["--query-compute-apps=gpu_uuid,pid,process_name,used_gpu_memory", "--format=csv,noheader,nounits"];

type Draft = { pid: number; name: string; type: string | null; usedMib: Cell };
const unknownMemory: Cell = { kind: "missing", reason: "not told" };

/** Reads the answer to {@link allProcessesArgs}; null where it names no GPU and so is no such answer. */
export function parseAllProcesses(text: string): readonly GpuProcess[] | null {
  const found: GpuProcess[] = [];
  let gpu: string | null = null;
  let draft: Draft | null = null;
  const keep = (): void => {
    if (gpu !== null && draft !== null) found.push({ gpu, ...draft });
    draft = null;
  };
  for (const line of text.split("\n")) {
    const header = /^GPU ([0-9A-Fa-f:.]+)\s*$/.exec(line)?.[1];
    if (header !== undefined) {
      keep();
      gpu = header;
      continue;
    }
    const [, key, value] = /^\s+([A-Za-z ]+?)\s*: (.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    if (key === "Process ID") {
      keep();
      const pid = Number(value);
      draft = Number.isInteger(pid) ? { pid, name: "unknown", type: null, usedMib: unknownMemory } : null;
    } else if (draft !== null) applyDetail(draft, key, value.trim());
  }
  keep();
  return gpu === null ? null : found;
}

function applyDetail(draft: Draft, key: string, value: string): void {
  if (key === "Type") draft.type = value;
  if (key === "Name") draft.name = value;
  if (key === "Used GPU Memory") draft.usedMib = parseCell(value);
}

/** Reads one line of the answer to {@link computeProcessesArgs}; a path may hold commas. */
export function parseComputeProcess(line: string): GpuProcess | null {
  const cells = line.split(",").map((cell) => cell.trim());
  const [gpu, pidText] = cells;
  const pid = Number(pidText);
  if (gpu === undefined || cells.length < 4 || pidText === "" || !Number.isInteger(pid)) return null;
  return { gpu, pid, name: cells.slice(2, -1).join(", "), type: "C", usedMib: parseCell(cells.at(-1) ?? "") };
}

/** The program's name without its folders. */
export function programName(name: string): string {
  return name.split(/[/\\]/).findLast((part) => part !== "") ?? name;
}
