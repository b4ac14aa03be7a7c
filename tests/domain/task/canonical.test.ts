import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../workers/domain/task/canonical.ts";
import { canonicalTask, taskHash } from "../../../workers/domain/task/task.ts";
import { item, routerTask } from "./router.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([key, part]) => [key, reversed(part)]));
}

describe("canonical JSON", () => {
  it("does not depend on the order of keys and means the same data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("sorts keys by code unit, has no white space and leaves undefined out", () => {
    expect(canonicalJson({ b: [1, { z: null, a: "x y" }], a: undefined, B: 1e-4, "é": true })).toBe('{"B":0.0001,"b":[1,{"a":"x y","z":null}],"é":true}');
  });

  it("keeps two spellings of one letter apart, because a model reads them as different tokens", () => {
    expect(canonicalJson("\u00e9")).not.toBe(canonicalJson("e\u0301"));
  });

  it("refuses what JSON cannot hold", () => {
    for (const value of [Number.NaN, Infinity, () => 1, 1n, [undefined]]) expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

describe("the hash of a task", () => {
  const items = [item("a", "train", "answer/chat"), item("b", "test", "rag/recall")];
  const task = routerTask(items);

  it("stays when only the title or the order of keys changes", () => {
    expect(taskHash({ ...task, title: "Another title" }, sha256)).toBe(taskHash(task, sha256));
    expect(canonicalTask(reversed(task) as typeof task)).toBe(canonicalTask(task));
    expect(taskHash(task, sha256)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("changes with one letter of an item, with the order of items, and with a sanitise step", () => {
    const others = [
      routerTask([item("a", "train", "answer/chat", "Text of a"), ...items.slice(1)]),
      routerTask([...items].reverse()),
      { ...task, sanitise: { ...task.sanitise, steps: task.sanitise.steps.slice(0, 3) } },
    ];
    expect(new Set([task, ...others].map((one) => taskHash(one, sha256))).size).toBe(4);
  });
});
