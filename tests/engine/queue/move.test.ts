import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedPositions, type Placed } from "../../../workers/engine/queue/move.ts";

const placed = (ids: readonly string[]): readonly Placed[] => ids.map((id, index) => ({ id, position: 10 + index * 3 }));

function order(before: readonly Placed[], changes: readonly Placed[]): readonly string[] {
  const now = before.map((job) => changes.find((change) => change.id === job.id) ?? job);
  return now.toSorted((left, right) => left.position - right.position).map((job) => job.id);
}

describe("moving a job in the queue", () => {
  it("puts it before the one named, or at the end", () => {
    const jobs = placed(["a", "b", "c", "d"]);
    expect(order(jobs, movedPositions(jobs, "d", "b"))).toEqual(["a", "d", "b", "c"]);
    expect(order(jobs, movedPositions(jobs, "a", null))).toEqual(["b", "c", "d", "a"]);
  });

  it("changes nothing for a job that is not there, or a place it already has", () => {
    const jobs = placed(["a", "b"]);
    expect(movedPositions(jobs, "z", "a")).toEqual([]);
    expect(movedPositions(jobs, "a", "z")).toEqual([]);
    expect(movedPositions(jobs, "a", "a")).toEqual([]);
    expect(movedPositions(jobs, "a", "b")).toEqual([]);
  });

  it("keeps the others' order and uses no place that was not used before", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 20 }), fc.nat(), fc.option(fc.nat()), (ids, from, to) => {
        const jobs = placed(ids);
        const moved = ids[from % ids.length] ?? "";
        const before = to === null ? null : (ids[to % ids.length] ?? null);
        const changes = movedPositions(jobs, moved, before);
        const result = order(jobs, changes);
        expect(result.filter((id) => id !== moved)).toEqual(ids.filter((id) => id !== moved));
        const used = jobs.map((job) => changes.find((change) => change.id === job.id)?.position ?? job.position);
        expect(used.toSorted((left, right) => left - right)).toEqual(jobs.map((job) => job.position));
      }),
    );
  });
});
