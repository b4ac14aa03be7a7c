import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedPositions, priorityThere, type Placed } from "../../../workers/engine/queue/move.ts";

const placed = (ids: readonly string[]) => ids.map((id, index) => ({ id, priority: 0, position: 10 + index * 3 }));

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

  it("takes on the priority of the place it is put, so that it stays there", () => {
    const jobs = [{ id: "a", priority: 1, position: 30 }, { id: "b", priority: 0, position: 10 }, { id: "c", priority: 0, position: 20 }];
    expect(priorityThere(jobs, "c", "a")).toBe(1);
    expect(priorityThere(jobs, "a", null)).toBe(0);
    expect(priorityThere([{ id: "a", priority: 1, position: 1 }], "a", null)).toBeNull();
    const moved = movedPositions(jobs, "c", "a").concat({ id: "none", position: 0 });
    const now = jobs.map((job) => ({ ...job, ...moved.find(({ id }) => id === job.id), priority: job.id === "c" ? 1 : job.priority }));
    expect(now.toSorted((left, right) => right.priority - left.priority || left.position - right.position).map(({ id }) => id)).toEqual(["c", "a", "b"]);
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
