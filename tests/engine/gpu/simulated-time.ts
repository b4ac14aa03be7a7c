import type { RunSmi, SmiEars } from "../../../workers/engine/gpu/run-smi.ts";

/** Time that passes when told to; work planned with `later` is done on the way. */
export function simulatedTime() {
  let nowMs = 0;
  let plans: { readonly atMs: number; readonly order: number; readonly work: () => void }[] = [];
  let order = 0;
  return {
    now: () => nowMs,
    later: (ms: number, work: () => void) => {
      const plan = { atMs: nowMs + ms, order: order++, work };
      plans.push(plan);
      return () => {
        plans = plans.filter((other) => other !== plan);
      };
    },
    pass: (ms: number) => {
      const end = nowMs + ms;
      for (;;) {
        const [next] = plans.filter((plan) => plan.atMs <= end).toSorted((left, right) => left.atMs - right.atMs || left.order - right.order);
        if (next === undefined) break;
        plans = plans.filter((plan) => plan !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.work();
      }
      nowMs = end;
    },
  };
}

export type SimulatedTime = ReturnType<typeof simulatedTime>;

/** A stand-in for nvidia-smi: remembers every call, and a moment later does what `answer` says to each. */
export function standInSmi(time: SimulatedTime, answer: (call: { readonly args: readonly string[]; readonly ears: SmiEars; readonly time: SimulatedTime }) => void) {
  const calls: { readonly args: readonly string[]; killed: boolean; open: boolean }[] = [];
  const killedEars: SmiEars[] = [];
  const run: RunSmi = (args, ears) => {
    const call = { args, killed: false, open: true };
    calls.push(call);
    const wrapped: SmiEars = {
      onLine: (line) => ears.onLine(line),
      onEnd: (end) => {
        call.open = false;
        ears.onEnd(end);
      },
    };
    time.later(1, () => answer({ args, ears: wrapped, time }));
    return {
      kill: () => {
        call.killed = true;
        killedEars.push(wrapped);
      },
    };
  };
  /** The system is done with what was killed. */
  const letGo = (): void => {
    for (const ears of killedEars.splice(0)) ears.onEnd({ exitCode: null, stdout: "", stderr: "" });
  };
  return { run, calls, letGo, open: () => calls.filter((call) => call.open).length };
}
