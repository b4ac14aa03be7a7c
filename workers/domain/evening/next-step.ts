/** What is known when an evening is looked at. */
export type EveningFacts = {
  readonly state: "planned" | "before" | "running" | "after" | "over";
  readonly nowMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Commands of this part that have not been run to their end. */
  readonly commandsLeft: number;
  /** Whether one of them runs now. */
  readonly commandRuns: boolean;
  /** The last command before the evening ended with this, where it failed. */
  readonly failedCommand: string | null;
  readonly running: number;
  /** Jobs of the plan that wait and have time enough. */
  readonly startable: number;
  /** Why the queue hands out nothing any more, where a crash paused it. */
  readonly pausedByCrash: string | null;
  readonly atEnd: "let-finish" | "stop";
};

/** What an evening does next. */
export type EveningStep =
  | { readonly kind: "wait" }
  | { readonly kind: "begin" }
  | { readonly kind: "command"; readonly when: "before" | "after" }
  | { readonly kind: "hand-out" }
  /** Time is up: nothing more starts, and what runs is stopped where that was wished. */
  | { readonly kind: "call-time"; readonly stopRunning: boolean }
  | { readonly kind: "finish"; readonly why: string | null }
  | { readonly kind: "close" };

/** Decides an evening's next step from what is known. Whatever happens, the commands that belong after it are run. */
export function nextStep(facts: EveningFacts): EveningStep {
  const { state, nowMs } = facts;
  switch (state) {
    case "planned":
      if (nowMs >= facts.untilMs) return { kind: "finish", why: "Its time had passed before it could begin: no engine ran." };
      return nowMs >= facts.fromMs ? { kind: "begin" } : { kind: "wait" };
    case "before":
      if (facts.commandRuns) return { kind: "wait" };
      if (facts.failedCommand !== null) return { kind: "finish", why: `Nothing was started, because a command before it failed: ${facts.failedCommand}` };
      return facts.commandsLeft > 0 ? { kind: "command", when: "before" } : { kind: "hand-out" };
    case "running":
      if (facts.pausedByCrash !== null && facts.running === 0) return { kind: "finish", why: `It ended early: ${facts.pausedByCrash}.` };
      if (nowMs >= facts.untilMs) return facts.running === 0 ? { kind: "finish", why: null } : { kind: "call-time", stopRunning: facts.atEnd === "stop" };
      return facts.running === 0 && facts.startable === 0 ? { kind: "finish", why: null } : { kind: "wait" };
    case "after":
      if (facts.commandRuns) return { kind: "wait" };
      return facts.commandsLeft > 0 ? { kind: "command", when: "after" } : { kind: "close" };
    case "over":
      return { kind: "wait" };
  }
}
