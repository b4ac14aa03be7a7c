import { listProcesses, readUsage, type Usage } from "./process-usage.ts";

/** Reads what the process trees of jobs take; a tree is the session that its job leads. */
export type JobTrees = { readonly read: (leaders: readonly number[], nowMs: number) => ReadonlyMap<number, Usage> };

/** Looking through every process of a busy desktop costs ten milliseconds; known members are read in between. */
const wholeLookMs = 5_000;

export function jobTrees(): JobTrees {
  let members: ReadonlyMap<number, readonly string[]> = new Map();
  let lookedMs = -Infinity;
  return {
    read: (leaders, nowMs) => {
      if (leaders.length === 0) return new Map();
      const unknown = leaders.some((leader) => !members.has(leader));
      if (unknown || nowMs - lookedMs >= wholeLookMs || nowMs < lookedMs) {
        members = membersOf(new Set(leaders));
        lookedMs = nowMs;
      }
      return new Map(leaders.flatMap((leader) => {
        const usage = sumOf(leader, members.get(leader) ?? []);
        return usage === null ? [] : [[leader, usage] as const];
      }));
    },
  };
}

function membersOf(leaders: ReadonlySet<number>): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const leader of leaders) found.set(leader, []);
  for (const name of listProcesses()) {
    const session = readUsage(name)?.session;
    if (session !== undefined) found.get(session)?.push(name);
  }
  return found;
}

/** Null where nothing of the tree runs any more; a pid that now belongs to another session is none of it. */
function sumOf(leader: number, names: readonly string[]): Usage | null {
  const usages = names.flatMap((name) => readUsage(name) ?? []).filter(({ session }) => session === leader);
  if (usages.length === 0) return null;
  return { rssMib: usages.reduce((sum, { rssMib }) => sum + rssMib, 0), cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) };
}
