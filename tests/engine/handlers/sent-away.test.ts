import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestLab } from "../lab-fixture.ts";

test("what leaves this machine is named as what it is: the training items, or the log in their place", () => {
  const lab = openTestLab();
  writeFileSync(join(lab.fileName, "..", "log.txt"), "user: hello\n");
  const arm = (name: string, url: string, log: string) => `  - { name: ${name}, prompt: { compile: { ${log}writer: { url: "${url}", model: m } } } }\n`;
  const sentBy = (...arms: readonly string[]): readonly string[] => {
    const read = lab.handlers.experiment.check({ yaml: `name: small sweep\ntask: ./task\nbase: ./model\nseeds: 1..2\narms:\n  - { name: base }\n${arms.join("")}`, fileName: lab.fileName });
    return read.kind === "ok" ? read.notices.filter((notice) => notice.includes("sent to")) : [read.problems[0]?.message ?? ""];
  };
  const there = "https://api.example.org/v1";
  const [items, log] = ["The training items are sent to api.example.org, where a model writes the skill from them.", "The log ./log.txt is sent to api.example.org in place of the training items; a model writes the skill from it there."];
  expect(sentBy(arm("a", there, ""), arm("b", there, ""))).toEqual([items]);
  expect(sentBy(arm("a", there, "log: ./log.txt, "))).toEqual([log]);
  expect(sentBy(arm("a", there, ""), arm("b", there, "log: ./log.txt, "))).toEqual([items, log]);
  expect(sentBy(arm("a", "http://localhost:9/v1", "log: ./log.txt, "))).toEqual([]);
});
