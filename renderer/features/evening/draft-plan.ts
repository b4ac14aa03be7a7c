import type { DisplayManagerView, EveningCommand, EveningPlan } from "../../../workers/contract/evening.ts";
import { nextClockTime } from "../../../workers/domain/evening/clock-time.ts";
import { commandFault, commandLine, readCommand } from "../../../workers/domain/evening/command-line.ts";
import { LabError } from "../../../workers/domain/errors.ts";

/** The form as it stands. */
export type EveningDraft = {
  readonly experiments: readonly string[];
  readonly from: string;
  readonly until: string;
  readonly stopDesktop: boolean;
  readonly before: string;
  readonly after: string;
  readonly onFailure: EveningPlan["onFailure"];
  readonly atEnd: EveningPlan["atEnd"];
};

/** The plan that a form describes, or what is still wrong with it. */
export type DraftPlan = { readonly kind: "plan"; readonly plan: EveningPlan } | { readonly kind: "problem"; readonly says: string };

export function draftPlan(draft: EveningDraft, desktop: DisplayManagerView | null, nowMs: number): DraftPlan {
  if (draft.experiments.length === 0) return { kind: "problem", says: "Choose at least one experiment that still has something to run." };
  try {
    const fromMs = draft.from === "" ? nowMs : nextClockTime(draft.from, nowMs);
    const own = draft.stopDesktop ? desktop : null;
    const plan: EveningPlan = {
      experiments: [...draft.experiments],
      fromMs,
      untilMs: nextClockTime(draft.until, fromMs),
      // The desktop goes last and comes back first.
      before: [...commandsIn(draft.before), ...(own === null ? [] : [own.stop])],
      after: [...(own === null ? [] : [own.start]), ...commandsIn(draft.after)],
      onFailure: draft.onFailure,
      atEnd: draft.atEnd,
    };
    const faulty = [...plan.before, ...plan.after].map((command) => ({ command, fault: commandFault(command) })).find(({ fault }) => fault !== null);
    return faulty === undefined ? { kind: "plan", plan } : { kind: "problem", says: `${commandLine(faulty.command)}: ${faulty.fault ?? ""}` };
  } catch (error) {
    if (error instanceof LabError) return { kind: "problem", says: error.message };
    throw error;
  }
}

function commandsIn(text: string): readonly EveningCommand[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const { file, args } = readCommand(line);
    return { file, args: [...args] };
  });
}
