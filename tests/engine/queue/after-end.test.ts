import { describe, expect, it } from "vitest";
import type { JobEnd } from "../../../workers/domain/job.ts";
import { afterEnd, mostAttempts } from "../../../workers/engine/queue/after-end.ts";

const crash: JobEnd = { kind: "failed", message: "boom", traceback: null };
const outOfMemory: JobEnd = { kind: "out-of-memory", message: "CUDA out of memory" };

describe("after a job's end", () => {
  it("nothing follows from work that is done or was stopped by a person, whatever the policy", () => {
    for (const policy of ["go-on", "pause", "retry"] as const) {
      expect(afterEnd({ end: { kind: "done" }, attempt: 1, policy, gated: true, memoryRetries: 2 })).toEqual({ kind: "nothing" });
      expect(afterEnd({ end: { kind: "interrupted", message: "by you" }, attempt: 1, policy, gated: true, memoryRetries: 2 })).toEqual({ kind: "nothing" });
    }
  });

  it("a crash follows the policy: go on, pause with the reason, or try again a limited number of times", () => {
    expect(afterEnd({ end: crash, attempt: 1, policy: "go-on", gated: false, memoryRetries: 2 })).toEqual({ kind: "nothing" });
    expect(afterEnd({ end: crash, attempt: 1, policy: "pause", gated: false, memoryRetries: 2 })).toEqual({ kind: "pause", why: "a job failed (boom)" });
    expect(afterEnd({ end: crash, attempt: 1, policy: "retry", gated: false, memoryRetries: 2 })).toEqual({ kind: "retry" });
    expect(afterEnd({ end: crash, attempt: mostAttempts, policy: "retry", gated: false, memoryRetries: 2 })).toEqual({ kind: "nothing" });
  });

  it("memory that ran out is tried again only behind the gate, and only so often", () => {
    expect(afterEnd({ end: outOfMemory, attempt: 1, policy: "go-on", gated: true, memoryRetries: 2 })).toEqual({ kind: "retry" });
    expect(afterEnd({ end: outOfMemory, attempt: 2, policy: "go-on", gated: true, memoryRetries: 2 })).toEqual({ kind: "retry" });
    expect(afterEnd({ end: outOfMemory, attempt: 3, policy: "go-on", gated: true, memoryRetries: 2 })).toEqual({ kind: "nothing" });
    expect(afterEnd({ end: outOfMemory, attempt: 1, policy: "pause", gated: true, memoryRetries: 0 })).toMatchObject({ kind: "pause" });
    expect(afterEnd({ end: outOfMemory, attempt: 1, policy: "retry", gated: false, memoryRetries: 2 })).toEqual({ kind: "nothing" });
  });
});
