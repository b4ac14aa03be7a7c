import type { EveningPlan, EveningProgress, EveningState } from "../../contract/evening.ts";
import type { ChangeEvent } from "../../contract/views.ts";
import { getEvening, insertEvening, listOpenEvenings, saveEvening } from "../../database/evenings.ts";
import { listJobsOfExperiment, type Job } from "../../database/jobs.ts";
import type { LabDatabase } from "../../database/open.ts";
import { getQueueSetting } from "../../database/settings.ts";
import { LabError } from "../../domain/errors.ts";
import { commandLine } from "../../domain/evening/command-line.ts";
import { nextStep, type EveningFacts } from "../../domain/evening/next-step.ts";
import { checkPlan } from "./check-plan.ts";
import { eveningOf, type Evening } from "./read-evening.ts";
import type { QueueCommands } from "../queue/queue-commands.ts";
import type { RunCommand } from "./run-command.ts";

export type EveningDeps = {
  readonly db: LabDatabase;
  readonly now: () => number;
  readonly later: (ms: number, work: () => void) => () => void;
  readonly newId: () => string;
  readonly publish: (event: ChangeEvent) => void;
  readonly queue: Pick<QueueCommands, "hold" | "release" | "cancel" | "resume" | "setPolicy">;
  readonly runCommand: RunCommand;
  /** How long jobs usually take by what is known now; null without experience. */
  readonly usual: () => (job: Job) => number | null;
};

/** Carries evenings out; they go on when an engine is started again. */
export type Evenings = {
  readonly open: () => void;
  /**
   * Plans an evening; `agreedTo` must be the very lines of its commands, as they were shown. `make` makes the experiments
   * that do not exist yet and names them. The jobs of all of them are held until it begins.
   */
  readonly plan: (plan: EveningPlan, agreedTo: readonly string[], make?: () => readonly string[]) => { readonly id: string };
  /** Calls it off: what runs may finish, the commands after it are run if those before it were. */
  readonly cancel: (id: string) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

const lookMs = 2_000;
const nothingYet: EveningProgress = { startedMs: null, endedMs: null, commands: [], held: [], policyBefore: null, why: null };

export function createEvenings(deps: EveningDeps): Evenings {
  const { db, now, queue } = deps;
  const commandRuns = new Set<string>();
  let callOff: () => void = () => undefined;
  let closed = false;

  const lookSoon = (ms: number): void => {
    callOff();
    if (!closed && !db.readOnly) callOff = deps.later(ms, look);
  };
  const look = (): void => {
    const open = listOpenEvenings(db).map(eveningOf);
    try {
      for (const evening of open) stepOn(evening);
    } catch (error) {
      // A full disk must not end the engine; the next look tries again.
      if (!(error instanceof LabError)) throw error;
      console.error(`The evening waits: ${error.message}`);
    }
    if (open.length > 0) lookSoon(lookMs);
  };

  const stepOn = (evening: Evening): void => {
    const step = nextStep(factsOf(evening));
    switch (step.kind) {
      case "wait":
        if (evening.state === "running") keepTime(evening);
        return;
      case "begin":
        return save(evening, "before", { startedMs: now() });
      case "command":
        return void startCommand(evening, step.when);
      case "hand-out":
        return handOut(evening);
      case "call-time":
        keepTime(evening);
        if (step.stopRunning) for (const job of jobsOf(evening)) if (job.state === "running") queue.cancel(job.id);
        return;
      case "finish":
        return finish(evening, step.why);
      case "close":
        return save(evening, "over", { endedMs: now() });
    }
  };

  const handOut = (evening: Evening): void => {
    const policyBefore = getQueueSetting(db).afterCrash;
    save(evening, "running", { policyBefore, held: [] });
    queue.setPolicy(evening.plan.onFailure);
    queue.resume();
    for (const job of jobsOf(evening)) if (job.state === "held") queue.release(job.id);
  };

  /** Keeps back what would not be done in time, and everything once time is up. */
  const keepTime = (evening: Evening): void => {
    const hasTime = timeFor(evening);
    const late = jobsOf(evening).filter((job) => isWaiting(job) && !hasTime(job));
    if (late.length === 0) return;
    for (const job of late) queue.hold(job.id);
    save(evening, "running", { held: [...evening.progress.held, ...late.map(({ id }) => id)] });
  };

  const finish = (evening: Evening, why: string | null): void => {
    const late = jobsOf(evening).filter(isWaiting);
    for (const job of late) queue.hold(job.id);
    const { policyBefore, startedMs, held } = evening.progress;
    if (policyBefore !== null) queue.setPolicy(policyBefore);
    const begun = startedMs !== null;
    save(evening, begun ? "after" : "over", { why, held: [...new Set([...held, ...late.map(({ id }) => id)])], ...(begun ? {} : { endedMs: now() }) });
  };

  const startCommand = async (evening: Evening, when: "before" | "after"): Promise<void> => {
    const command = evening.plan[when][doneCommands(evening, when)];
    if (command === undefined) return;
    const begun = { when, line: commandLine(command), startedMs: now(), endedMs: null, exitCode: null, output: "" };
    // One that was under way when an engine died is run again: stopping what is stopped does no harm.
    const earlier = evening.progress.commands.filter((run) => run.endedMs !== null);
    save(evening, evening.state, { commands: [...earlier, begun] });
    commandRuns.add(evening.id);
    const { exitCode, output } = await deps.runCommand(command);
    commandRuns.delete(evening.id);
    if (closed) return;
    const current = getEvening(db, evening.id);
    if (current !== null) save(eveningOf(current), current.state, { commands: [...earlier, { ...begun, endedMs: now(), exitCode, output }] });
    lookSoon(0);
  };

  const factsOf = (evening: Evening): EveningFacts => {
    const { state, plan, progress } = evening;
    const jobs = jobsOf(evening);
    const when = state === "after" ? "after" : "before";
    const failed = progress.commands.find((run) => run.when === "before" && run.endedMs !== null && run.exitCode !== 0);
    const setting = getQueueSetting(db);
    const hasTime = timeFor(evening);
    return {
      state,
      nowMs: now(),
      fromMs: plan.fromMs,
      untilMs: plan.untilMs,
      commandsLeft: plan[when].length - doneCommands(evening, when),
      commandRuns: commandRuns.has(evening.id),
      failedCommand: failed === undefined ? null : `${failed.line} (${failed.exitCode === null ? "it did not run" : `exit code ${failed.exitCode}`}${failed.output === "" ? "" : `: ${failed.output.slice(-200)}`})`,
      running: jobs.filter((job) => job.state === "running").length,
      startable: jobs.filter((job) => isWaiting(job) && hasTime(job)).length,
      pausedByCrash: setting.paused && setting.pausedWhy !== "by you" ? setting.pausedWhy : null,
      atEnd: plan.atEnd,
    };
  };

  const timeFor = ({ plan }: Evening): ((job: Job) => boolean) => {
    const usual = deps.usual();
    return (job) => now() + (usual(job) ?? 0) < plan.untilMs;
  };
  const jobsOf = ({ plan }: Evening): readonly Job[] => plan.experiments.flatMap((id) => listJobsOfExperiment(db, id));

  const save = (evening: Evening, state: EveningState, changes: Partial<EveningProgress>): void => {
    const progress: EveningProgress = { ...evening.progress, ...changes };
    saveEvening(db, { id: evening.id, state, progress: JSON.stringify(progress) });
    deps.publish({ kind: "queue" });
    if (state !== evening.state) lookSoon(0);
  };

  return {
    open: () => lookSoon(0),
    isOpen: () => listOpenEvenings(db).length > 0,
    plan: (wanted, agreedTo, make = () => []) => {
      checkPlan(db, wanted, { agreedTo, nowMs: now() });
      // Nothing of what is made here starts before it is held: the queue hands out work in a later turn.
      const plan = { ...wanted, experiments: [...wanted.experiments, ...make()] };
      if (plan.experiments.length === 0) throw new LabError("bad-input", "An evening needs at least one experiment.");
      const id = `evening-${deps.newId()}`;
      const held = plan.experiments.flatMap((experiment) => listJobsOfExperiment(db, experiment)).filter((job) => isWaiting(job)).map((job) => job.id);
      db.transaction(() => {
        insertEvening(db, { id, state: "planned", createdMs: now(), plan: JSON.stringify(plan), progress: JSON.stringify({ ...nothingYet, held }) });
        for (const job of held) queue.hold(job);
      });
      lookSoon(0);
      return { id };
    },
    cancel: (id) => {
      const stored = getEvening(db, id);
      if (stored === null) throw new LabError("not-found", `There is no evening ${id}.`);
      if (stored.state === "over" || stored.state === "after") throw new LabError("conflict", "This evening is over already.");
      finish(eveningOf(stored), "It was called off by you.");
    },
    close: () => {
      closed = true;
      callOff();
    },
  };
}

function isWaiting({ state }: Job): boolean {
  return state === "waiting" || state === "gated";
}

function doneCommands({ progress }: Evening, when: "before" | "after"): number {
  return progress.commands.filter((run) => run.when === when && run.endedMs !== null).length;
}
