import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jobInput, type Reuse } from "../contract/job-spec.ts";
import { readSkillFile } from "../contract/skill-file.ts";
import { formatProblem, LabError } from "../domain/errors.ts";
import type { Arm } from "../domain/experiment/experiment.ts";
import type { CompileSettings } from "../domain/experiment/skill-source.ts";
import { compileMessages } from "../domain/task/compile-messages.ts";
import type { Task } from "../domain/task/task.ts";
import { slug } from "./slug.ts";
import { writeFileWhole } from "./write-file.ts";

/** Folder of a compiled skill in its run folder, and the files in it. */
export const skillFolder = "skill";
export const skillFile = "SKILL.md";
export const compileRecordFile = "compile.json";

/** What a compile job has besides what every job has. */
export function compileSpec({ arm, task }: { readonly arm: Arm; readonly task: Task }, reuse: Reuse | null): object {
  const { writer, temperature, maxTokens } = compileOf(arm);
  return {
    kind: "compile", inputs: "inputs-compile.jsonl", writer, temperature, maxTokens,
    skill: { name: slug(task.name, 64), description: task.title }, artifact: skillFolder, reuse,
  };
}

/** Writes the one prompt of the writer. */
export function writeCompileInputs(path: string, task: Task, arm: Arm): void {
  const line = jobInput.parse({ item: "skill", messages: compileMessages(task, compileOf(arm)), answer: null });
  writeFileWhole(path, `${JSON.stringify(line)}\n`);
}

/** The text that stands in an arm's prompt, null where it has none; a compiled one is read from the run folder. */
export function skillOf({ name, prompt }: Arm, runFolder: string): string | null {
  if (prompt?.skill === undefined) return null;
  switch (prompt.skill.kind) {
    case "text":
      return prompt.skill.text;
    case "file":
      throw new Error(`the skill of ${name} was not read when the experiment was frozen`);
    case "compile":
      return compiledText(join(runFolder, skillFolder, skillFile));
  }
}

function compiledText(path: string): string {
  if (!existsSync(path)) throw new LabError("damaged", `${path} is not there, so the skill that was written cannot be scored. Run its compile job again.`);
  const read = readSkillFile(readFileSync(path), path);
  if (read.kind === "problems") throw new LabError("damaged", `The skill that was written cannot be used: ${read.problems.map(formatProblem).join(" ")}`);
  return read.skill.body;
}

function compileOf({ name, prompt }: Arm): CompileSettings {
  if (prompt?.skill?.kind !== "compile") throw new Error(`${name} has no skill to be written`);
  return prompt.skill.compile;
}
