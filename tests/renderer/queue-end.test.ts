import { describe, expect, it } from "vitest";
import { queueEndWords } from "../../renderer/client/queue-end.ts";
import type { JobView, QueueView } from "../../workers/contract/views.ts";

const job = (state: JobView["state"], more: Partial<JobView> = {}): JobView => ({
  id: "j", runId: "r", experimentId: "e", experimentName: "coin flip", arm: "lora", seed: 1, kind: "score", attempt: 1, state, priority: 0, position: 1,
  waitsFor: null, need: null, phase: null, progress: null, loss: null, etaMs: null, startedMs: 0, endedMs: null, end: null, ...more,
});
const queue: QueueView = { paused: false, pausedWhy: null, afterCrash: "go-on", memoryRetries: 2, running: [], waiting: [], ended: [], doneAboutMs: null };
const busy = { ...queue, running: [job("running")] };

describe("the notice at the end of the queue", () => {
  it("comes when the last job has ended, with how, and not before or twice", () => {
    expect(queueEndWords(busy, { ...queue, ended: [job("done", { endedMs: 5 })] })).toBe("The queue is done.");
    expect(queueEndWords(busy, { ...queue, ended: [job("failed", { endedMs: 5 })] })).toContain("failed");
    expect(queueEndWords(busy, { ...queue, waiting: [job("waiting")] })).toBeNull();
    expect(queueEndWords(queue, queue)).toBeNull();
  });

  it("comes when only held jobs are left, and when a crash has paused the rest", () => {
    expect(queueEndWords(busy, { ...queue, waiting: [job("held")] })).toBe("The queue is done.");
    expect(queueEndWords(busy, { ...queue, paused: true, pausedWhy: "a job failed (boom)", waiting: [job("waiting")] })).toBe("The queue has stopped: a job failed (boom).");
  });
});
