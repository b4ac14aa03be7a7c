import type { EveningPlan } from "../../contract/evening.ts";
import { listOpenEvenings } from "../../database/evenings.ts";
import { getExperiment } from "../../database/experiments.ts";
import type { LabDatabase } from "../../database/open.ts";
import { LabError } from "../../domain/errors.ts";
import { commandFault, commandLine } from "../../domain/evening/command-line.ts";

/** Refuses a plan that cannot be carried out, or whose commands nobody has said yes to as they were shown. */
export function checkPlan(db: LabDatabase, plan: EveningPlan, { agreedTo, nowMs }: { readonly agreedTo: readonly string[]; readonly nowMs: number }): void {
  if (plan.untilMs <= Math.max(nowMs, plan.fromMs)) throw new LabError("bad-input", "An evening ends after it begins, and in the future.");
  for (const id of plan.experiments) if (getExperiment(db, id) === null) throw new LabError("not-found", `There is no experiment ${id} in this lab.`);
  const commands = [...plan.before, ...plan.after];
  for (const command of commands) {
    const fault = commandFault(command);
    if (fault !== null) throw new LabError("bad-input", `${commandLine(command)}: ${fault}`);
  }
  const lines = commands.map(commandLine);
  if (lines.length !== agreedTo.length || lines.some((line, index) => line !== agreedTo[index])) {
    throw new LabError("bad-input", "The commands around an evening are run only after an explicit yes to each of them as it was shown.");
  }
  if (listOpenEvenings(db).length > 0) throw new LabError("conflict", "Another evening is planned or under way. Call it off first.");
}
