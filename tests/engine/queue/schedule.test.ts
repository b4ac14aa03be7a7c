import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobState } from "../../../workers/domain/job.ts";
import { schedule, type QueuedJob } from "../../../workers/engine/queue/schedule.ts";

const waiting = (id: string, position: number, more: Partial<QueuedJob> = {}): QueuedJob => ({ id, kind: "score", state: "waiting", priority: 0, position, needs: [], ...more });
const on = { mode: { kind: "on" }, slots: 1, gate: null } as const;

describe("what runs next", () => {
  it("is the job with the smallest position", () => {
    expect(schedule({ ...on, jobs: [waiting("late", 7), waiting("early", 2)] }).next).toBe("early");
  });

  it("is a job of a higher priority before all others, whatever its position", () => {
    expect(schedule({ ...on, jobs: [waiting("early", 1), waiting("urgent", 9, { priority: 1 }), waiting("some day", 0, { priority: -1 })] }).next).toBe("urgent");
  });

  it("is nothing while the only slot is taken, and the others say how many are before them", () => {
    const { next, waits } = schedule({ ...on, jobs: [waiting("a", 1, { state: "running" }), waiting("b", 2), waiting("c", 3), waiting("d", 4)] });
    expect(next).toBeNull();
    expect([...waits]).toEqual([["b", "waits for the job that runs"], ["c", "1 job is before it"], ["d", "2 jobs are before it"]]);
  });

  it("skips a score whose training is not done", () => {
    const jobs = [waiting("score-1", 1, { needs: [{ id: "train-1", state: "running" }] }), waiting("train-1", 2, { kind: "train", state: "running" }), waiting("train-2", 3, { kind: "train" })];
    const { next, waits } = schedule({ ...on, slots: 2, jobs });
    expect(next).toBe("train-2");
    expect(waits.get("score-1")).toBe("waits for its training to finish");
  });

  it("never starts a score whose training failed, and says what to do", () => {
    const { next, waits } = schedule({ ...on, jobs: [waiting("score", 1, { needs: [{ id: "train", state: "failed" }] })] });
    expect(next).toBeNull();
    expect(waits.get("score")).toBe("its training did not finish; run that again first");
  });

  it("is nothing in a paused queue, and every job says why", () => {
    const { next, waits } = schedule({ ...on, mode: { kind: "paused", why: "by you" }, jobs: [waiting("a", 1), waiting("b", 2, { state: "held" })] });
    expect(next).toBeNull();
    expect([...waits.values()]).toEqual(["the queue is paused: by you", "held by you"]);
  });

  it("keeps a gated job at the head, with the gate's words, and lets nobody overtake it", () => {
    const jobs = [waiting("big", 1, { state: "gated" }), waiting("small", 2)];
    const { next, waits } = schedule({ ...on, jobs, gate: { jobId: "big", why: "14,210 of 21,864 MiB free" } });
    expect(next).toBe("big");
    expect([...waits]).toEqual([["big", "14,210 of 21,864 MiB free"], ["small", "1 job is before it"]]);
  });
});

const states: readonly JobState[] = ["waiting", "held", "gated", "running", "done", "failed", "cancelled", "lost"];
const anyJobs = fc
  .array(fc.record({ state: fc.constantFrom(...states), needs: fc.array(fc.nat(30), { maxLength: 2 }) }), { maxLength: 30 })
  .chain((drafts) =>
    fc.shuffledSubarray(drafts.map((_, index) => index + 1), { minLength: drafts.length }).map((positions) =>
      drafts.map((draft, index): QueuedJob => ({
        id: `job-${index}`,
        kind: "score",
        state: draft.state,
        priority: 0,
        position: positions[index] ?? 0,
        needs: draft.needs.filter((need) => need < index).map((need) => ({ id: `job-${need}`, state: drafts[need]?.state ?? "done" })),
      })),
    ),
  );

describe("whatever the queue looks like", () => {
  it("only a job that waits, depends on nothing unfinished and has a free slot is next, and it is the first such", () => {
    fc.assert(
      fc.property(anyJobs, fc.integer({ min: 1, max: 4 }), fc.boolean(), (jobs, slots, paused) => {
        const { next } = schedule({ jobs, slots, mode: paused ? { kind: "paused", why: "by you" } : { kind: "on" }, gate: null });
        const startable = jobs
          .filter((job) => (job.state === "waiting" || job.state === "gated") && job.needs.every((need) => need.state === "done"))
          .toSorted((left, right) => left.position - right.position);
        const running = jobs.filter((job) => job.state === "running").length;
        expect(next).toBe(paused || running >= slots ? null : (startable[0]?.id ?? null));
      }),
    );
  });

  it("every job that waits says why, and no other does", () => {
    fc.assert(
      fc.property(anyJobs, (jobs) => {
        const { waits } = schedule({ ...on, jobs });
        const pending = jobs.filter((job) => ["waiting", "held", "gated"].includes(job.state)).map((job) => job.id);
        expect([...waits.keys()].toSorted()).toEqual(pending.toSorted());
        for (const why of waits.values()) expect(why.length).toBeGreaterThan(5);
      }),
    );
  });

  it("in simulated time every job runs once, in order, never more than the slots at once, a score after its training", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 3 }), (durations, slots) => {
        const plan = durations.flatMap((duration, run) => [
          { id: `train-${run}`, need: null, duration },
          { id: `score-${run}`, need: `train-${run}`, duration: 1 },
        ]);
        const state = new Map<string, JobState>(plan.map((job) => [job.id, "waiting"]));
        const ends = new Map<string, number>();
        const started: string[] = [];
        for (let time = 0; time < 500; time++) {
          for (const [id, end] of ends) if (end === time) state.set(id, "done");
          for (;;) {
            const jobs = plan.map(({ id, need }, index): QueuedJob => ({
              id, kind: "train", state: state.get(id) ?? "waiting", priority: 0, position: index, needs: need === null ? [] : [{ id: need, state: state.get(need) ?? "waiting" }],
            }));
            const { next } = schedule({ ...on, jobs, slots });
            if (next === null) break;
            const need = plan.find((job) => job.id === next)?.need ?? null;
            if (need !== null) expect(state.get(need)).toBe("done");
            started.push(next);
            state.set(next, "running");
            ends.set(next, time + (plan.find((job) => job.id === next)?.duration ?? 1));
            expect([...state.values()].filter((each) => each === "running").length).toBeLessThanOrEqual(slots);
          }
        }
        expect(started.toSorted()).toEqual(plan.map((job) => job.id).toSorted());
        expect([...state.values()].every((each) => each === "done")).toBe(true);
        const trainings = started.filter((id) => id.startsWith("train"));
        expect(trainings).toEqual(durations.map((_, run) => `train-${run}`));
      }),
      { numRuns: 40 },
    );
  });
});
