import { faults, type Fault } from "../engine/nothing-lost/faults.ts";
import { canMount, runTrial, type TrialResult } from "../engine/nothing-lost/trial.ts";
import { randomFrom, unitFrom } from "../../workers/domain/statistics/random.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

// TRIALS=200 TRIALS_AT_ONCE=3 TRIALS_SEED=1: the same seed gives the same faults at the same moments.
const trials = Number(process.env["TRIALS"] ?? 200);
const atOnce = Number(process.env["TRIALS_AT_ONCE"] ?? 3);
const seed = Number(process.env["TRIALS_SEED"] ?? 1);
const latestMs = 4_500;

/** Random faults at random moments, each on a lab of its own with real processes. */
export async function bench(): Promise<readonly Measurement[]> {
  const random = randomFrom(seed);
  const usable = faults.filter((fault) => fault !== "disk-full" || canMount());
  const plan = Array.from({ length: trials }, (_, index) => ({ fault: usable[index % usable.length] ?? "engine", afterMs: Math.floor(unitFrom(random) * latestMs) }));
  const results: TrialResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const result = await runTrial(next.fault, next.afterMs);
      results.push(result);
      if (result.wrong.length > 0) console.log(`${result.fault} after ${result.afterMs} ms: ${result.wrong.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(table(usable, results));
  return [
    { name: `trials with real processes (${usable.length} kinds of fault)`, value: results.length, unit: "trials" },
    { name: "trials after which anything was lost, counted twice, stuck or left running", value: results.filter(({ wrong }) => wrong.length > 0).length, unit: "trials", limit: 0 },
    { name: "longest trial", value: Math.max(0, ...results.map(({ ms }) => ms)) / 1000, unit: "s" },
  ];
}

function table(used: readonly Fault[], results: readonly TrialResult[]): string {
  const rows = used.map((fault) => {
    const own = results.filter((result) => result.fault === fault);
    const ends = own.flatMap(({ states }) => states);
    const count = (state: string): number => ends.filter((end) => end === state).length;
    const broken = own.filter(({ wrong }) => wrong.length > 0).length;
    return [fault, String(own.length), String(count("done")), String(count("failed")), String(count("lost")), String(count("cancelled")), String(own.length - broken), String(broken)];
  });
  const head = ["fault", "trials", "runs done", "failed, retried", "lost, retried", "cancelled", "sound", "damaged"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}
