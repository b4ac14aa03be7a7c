import { parseDocument } from "yaml";
import { parseExperimentFile } from "../../contract/experiment-file.ts";
import { problemAt, readYaml } from "../../contract/yaml-text.ts";
import { LabError, formatProblem } from "../../domain/errors.ts";
import type { Problem } from "../../domain/errors.ts";
import type { BaseRef, ExperimentPlan } from "../../domain/experiment/experiment.ts";
import { formatSeeds } from "../../domain/experiment/seeds.ts";
import { nearDuplicates } from "../../domain/task/near-duplicates.ts";
import { itemsOf } from "../../domain/task/task.ts";
import type { Task } from "../../domain/task/task.ts";
import { baseSource } from "../base-source.ts";
import { freezeSkills } from "../freeze-skills.ts";
import { besideFile, readTask } from "../task-folder.ts";
import type { HandlerContext } from "./context.ts";

/** An experiment that could start now, or everything that is in its way. */
export type ExperimentRead =
  | { readonly kind: "experiment"; readonly plan: ExperimentPlan; readonly task: Task; readonly yaml: string; readonly notices: readonly string[] }
  | { readonly kind: "problems"; readonly code: "bad-input" | "missing-base"; readonly problems: readonly Problem[] };

export type ExperimentText = { readonly yaml: string; readonly fileName: string; readonly seeds?: readonly number[] | undefined };

/** Reads an experiment file with its task and base. Seeds that were asked for beside it are written into the text, so that what is frozen is what runs. */
export function readExperiment({ assets, env }: Pick<HandlerContext, "assets" | "env">, text: ExperimentText): ExperimentRead {
  const { fileName } = text;
  const yaml = text.seeds === undefined ? text.yaml : withSeeds(text.yaml, fileName, text.seeds);
  const file = parseExperimentFile(yaml, fileName);
  if (file.kind === "problems") return bad(file.problems);
  const task = readTask(file.experiment.task, { assets, fileName });
  if (task.kind === "problems") return bad(task.problems);
  if (task.kind === "missing") return bad([problemIn(yaml, fileName, { field: "task", ...task })]);
  const frozen = freezeSkills(withPlacedBase(file.experiment, fileName), fileName);
  if (frozen.kind === "missing") return bad([problemIn(yaml, fileName, { field: "arms", ...frozen })]);
  const { plan } = frozen;
  const noBase = baseProblem(plan, env);
  if (noBase !== null) return { kind: "problems", code: "missing-base", problems: [problemIn(yaml, fileName, { field: "base", message: noBase, fix: "" })] };
  return { kind: "experiment", plan, task: task.task, yaml, notices: [...file.warnings.map(formatProblem), ...frozen.notices, ...noticesOn(plan, task.task)] };
}

function bad(problems: readonly Problem[]): ExperimentRead {
  return { kind: "problems", code: "bad-input", problems };
}

/** A text that cannot be read stays as it is; reading it says what is wrong. */
function withSeeds(yaml: string, fileName: string, seeds: readonly number[]): string {
  if (parseExperimentFile(yaml, fileName).kind === "problems") return yaml;
  const document = parseDocument(yaml, { schema: "core" });
  document.set("seeds", seeds.length === 1 ? [...seeds] : formatSeeds(seeds));
  return document.toString();
}

/** The base's folder is looked for beside the experiment file now, and must be found again when the jobs start. */
function withPlacedBase(plan: ExperimentPlan, fileName: string): ExperimentPlan {
  const placed = (base: BaseRef): BaseRef => (base.kind === "folder" ? { kind: "folder", path: besideFile(fileName, base.path) ?? base.path } : base);
  return { ...plan, base: placed(plan.base), arms: plan.arms.map((arm) => (arm.base === undefined ? arm : { ...arm, base: placed(arm.base) })) };
}

function baseProblem(plan: ExperimentPlan, env: NodeJS.ProcessEnv): string | null {
  try {
    for (const base of [plan.base, ...plan.arms.flatMap((arm) => arm.base ?? [])]) baseSource(base, env);
    return null;
  } catch (error) {
    if (error instanceof LabError && error.code === "missing-base") return error.message;
    throw error;
  }
}

function problemIn(yaml: string, fileName: string, { field, message, fix }: { readonly field: string; readonly message: string; readonly fix: string }): Problem {
  const read = readYaml(yaml, fileName);
  return read.kind === "yaml" ? problemAt(read.yaml, [field], { message, fix }) : { file: fileName, line: null, column: null, field, message, fix };
}

function noticesOn(plan: ExperimentPlan, task: Task): readonly string[] {
  const train = itemsOf(task, "train").length;
  const near = nearDuplicates(task);
  const tooMany = plan.arms.filter((arm) => (arm.prompt?.shots ?? 0) > train);
  return [
    ...tooMany.map((arm) => `The arm ${arm.name} asks for ${arm.prompt?.shots} shots; the task has ${train} training items, so it gets those.`),
    ...near.slice(0, 5).map((pair) => `The test item ${pair.test} is nearly the training item ${pair.train} (likeness ${pair.likeness.toFixed(2)}).`),
    ...(near.length > 5 ? [`${near.length - 5} more pairs of training and test items are nearly the same.`] : []),
    ...(plan.gate === null ? [] : ["The gate waits for free GPU memory; on a machine without a GPU it is ignored."]),
  ];
}
