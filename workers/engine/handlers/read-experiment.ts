import { isCollection, isMap, parseDocument } from "yaml";
import { parseExperimentFile } from "../../contract/experiment-file.ts";
import { fieldName, problemAt, readYaml } from "../../contract/yaml-text.ts";
import type { FieldPath } from "../../contract/yaml-text.ts";
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
import { itemProblems, shotNotices } from "./training-items.ts";

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
  if (task.kind === "missing") return bad([problemIn(yaml, fileName, { path: ["task"], ...task })]);
  const frozen = freezeSkills(withPlacedBase(file.experiment, fileName), fileName);
  if (frozen.kind === "missing") return bad([problemIn(yaml, fileName, { path: promptOf(yaml, fileName, frozen.arm), ...frozen })]);
  const { plan } = frozen;
  const tooMany = itemsBeyond(yaml, fileName, { plan, task: task.task });
  if (tooMany.length > 0) return bad(tooMany);
  const noBase = baseProblem(plan, env);
  if (noBase !== null) return { kind: "problems", code: "missing-base", problems: [problemIn(yaml, fileName, { path: ["base"], message: noBase, fix: "" })] };
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

type Trouble = { readonly path: FieldPath; readonly message: string; readonly fix: string };

function problemIn(yaml: string, fileName: string, { path, message, fix }: Trouble): Problem {
  const read = readYaml(yaml, fileName);
  return read.kind === "yaml" ? problemAt(read.yaml, path, { message, fix }) : { file: fileName, line: null, column: null, field: fieldName(path), message, fix };
}

/** Where an arm's prompt stands in the file; the arms as a whole where a factorial added the arm. */
function promptOf(yaml: string, fileName: string, arm: string): FieldPath {
  const read = readYaml(yaml, fileName);
  const arms: unknown = read.kind === "yaml" ? read.yaml.document.getIn(["arms"]) : null;
  const index = isCollection(arms) ? arms.items.findIndex((item) => isMap(item) && item.get("name") === arm) : -1;
  return index < 0 ? ["arms"] : ["arms", index, "prompt"];
}

function itemsBeyond(yaml: string, fileName: string, { plan, task }: { readonly plan: ExperimentPlan; readonly task: Task }): readonly Problem[] {
  const read = readYaml(yaml, fileName);
  return read.kind === "yaml" ? itemProblems(read.yaml, plan.arms, itemsOf(task, "train").length) : read.problems;
}

function noticesOn(plan: ExperimentPlan, task: Task): readonly string[] {
  const near = nearDuplicates(task);
  return [
    ...shotNotices(plan.arms, itemsOf(task, "train").length),
    ...near.slice(0, 5).map((pair) => `The test item ${pair.test} is nearly the training item ${pair.train} (likeness ${pair.likeness.toFixed(2)}).`),
    ...(near.length > 5 ? [`${near.length - 5} more pairs of training and test items are nearly the same.`] : []),
    ...sentAway(plan),
    ...(plan.gate === null ? [] : ["The gate waits for free GPU memory; on a machine without a GPU it is ignored."]),
  ];
}

/** Who gets to read training items, or the log in their place, that leave this machine. */
function sentAway(plan: ExperimentPlan): readonly string[] {
  const sent = plan.arms.flatMap(({ prompt }) => {
    if (prompt?.skill?.kind !== "compile" || prompt.skill.compile.writer.kind !== "endpoint") return [];
    const { writer, log } = prompt.skill.compile;
    const host = new URL(writer.url).hostname;
    if (["127.0.0.1", "localhost", "[::1]"].includes(host)) return [];
    return [log === null ? `The training items are sent to ${host}, where a model writes the skill from them.` : `The log ${log.path} is sent to ${host} in place of the training items; a model writes the skill from it there.`];
  });
  return [...new Set(sent)];
}
