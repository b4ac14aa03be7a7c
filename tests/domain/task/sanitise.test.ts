import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstJsonObject } from "../../../workers/domain/task/first-json-object.ts";
import { answerText } from "../../../workers/domain/task/prompt.ts";
import type { SanitiseStep } from "../../../workers/domain/task/sanitise-step.ts";
import { outcomeOf, sanitise } from "../../../workers/domain/task/sanitise.ts";
import { item, routerTask } from "./router.ts";

const task = routerTask();
const recall = item("r", "test", "rag/recall");
const withSteps = (steps: readonly SanitiseStep[]) => ({ ...task, sanitise: { version: 1, steps } });
const outcome = (raw: string) => outcomeOf(task, recall, sanitise(task, raw));

describe("reading an answer", () => {
  it("passes the exact answer, and the answer in a code fence, in capitals, with other keys, with talk around it", () => {
    expect(outcome(answerText(task, recall))).toBe("pass");
    expect(outcome('Sure:\n```json\n{"tool": "RAG", "mode": " Recall "}\n```\nAnything else?')).toBe("pass");
    expect(outcome('{oops} I say {"tool":"rag","why":{"deep":1},"mode":"recall"} {"tool":"answer","mode":"chat"}')).toBe("pass");
    expect(outcome('```\n{"tool":"rag","mode":"recall"}')).toBe("pass");
  });

  it("reads an alias as its label", () => {
    expect(outcome('{"tool":"rag","mode":"Remember"}')).toBe("pass");
  });

  it("fails a wrong label without calling it a problem", () => {
    const parsed = sanitise(task, '{"tool":"answer","mode":"recall"}');
    expect(parsed).toEqual({ kind: "parsed", fields: { tool: "answer", mode: "recall" }, problem: null });
    expect(outcomeOf(task, recall, parsed)).toBe("fail");
  });

  it("says which field is missing or has an unknown label", () => {
    expect(sanitise(task, '{"tool":"rag"}')).toMatchObject({ kind: "parsed", problem: "mode is missing" });
    expect(sanitise(task, '{"tool":"rag","mode":["recall"]}')).toMatchObject({ problem: "mode is missing" });
    expect(sanitise(task, '{"tool":"find","mode":"recall"}')).toMatchObject({ problem: 'tool has the unknown label "find"' });
  });

  it("fails text without an object, an unfinished object and an empty text, and says so", () => {
    for (const raw of ["Paris.", '{"tool":"rag","mode":"rec', ""]) {
      expect(sanitise(task, raw)).toEqual({ kind: "unparsed", why: "no JSON object in the answer" });
      expect(outcome(raw)).toBe("fail");
    }
  });

  it("reads one line of separated labels where the task says so", () => {
    const lines = withSteps([{ step: "trim-lower-case" }, { step: "split-line", separator: "/" }]);
    expect(sanitise(lines, "\n RAG / recall \nmore")).toEqual({ kind: "parsed", fields: { tool: "rag", mode: "recall" }, problem: null });
    expect(sanitise(lines, "rag")).toEqual({ kind: "unparsed", why: "1 of 2 parts in the first line" });
    expect(sanitise(lines, " \n")).toEqual({ kind: "unparsed", why: "the answer is empty" });
  });

  it("never throws and always gives an outcome, whatever a model says and whatever the steps are", () => {
    const step = fc.oneof(
      ...task.sanitise.steps.map((known) => fc.constant<SanitiseStep>(known)),
      fc.string({ minLength: 1 }).map((separator): SanitiseStep => ({ step: "split-line", separator })),
      fc.dictionary(fc.string(), fc.string()).map((map): SanitiseStep => ({ step: "aliases", field: "mode", map })),
    );
    const raw = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[{}"\\:,`\n a-c_]*$/), fc.json(), fc.constant('{"__proto__":"x","constructor":"y"}'));
    fc.assert(
      fc.property(raw, fc.array(step), (text, steps) => {
        expect(["pass", "fail"]).toContain(outcomeOf(task, recall, sanitise(withSteps(steps), text)));
      }),
    );
  });

  it("gives up on a model that repeats an opening brace, in little time", () => {
    const start = performance.now();
    expect(firstJsonObject("{".repeat(200_000))).toBeNull();
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
