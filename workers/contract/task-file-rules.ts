import { nearest } from "../domain/nearest.ts";
import type { Fault } from "./schema-faults.ts";
import type { TaskFile } from "./task-file-schema.ts";
import type { FieldPath } from "./yaml-text.ts";

/** What parts of a task.yaml contradict each other. */
export function findTaskFaults(file: TaskFile): readonly Fault[] {
  const names = file.fields.map((field) => field.name);
  return [
    ...repeated(names, (index) => ["fields", index, "name"]),
    ...file.fields.flatMap((field, at) => repeated(field.labels.map((label) => label.name), (index) => ["fields", at, "labels", index, "name"])),
    ...repeated(file.metric.fields, (index) => ["metric", "fields", index]),
    ...file.metric.fields.flatMap((name, index) => unknownField(name, names, ["metric", "fields", index])),
    ...aliasFaults(file, names),
    ...templateFaults(file),
  ];
}

function repeated(names: readonly string[], path: (index: number) => FieldPath): readonly Fault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [{ path: path(index), message: `${JSON.stringify(name)} is named twice.`, fix: "Keep one of the two." }]);
}

function unknownField(name: string, names: readonly string[], path: FieldPath): readonly Fault[] {
  if (names.includes(name)) return [];
  const near = nearest(name, names);
  return [{ path, message: `${JSON.stringify(name)} is no field of this task.`, fix: near === null ? `Fields: ${names.join(", ")}.` : `Did you mean ${near}?` }];
}

function aliasFaults(file: TaskFile, names: readonly string[]): readonly Fault[] {
  return file.sanitise.steps.flatMap((step, index): readonly Fault[] => {
    if (step.step !== "aliases") return [];
    const field = file.fields.find((known) => known.name === step.field);
    if (field === undefined) return unknownField(step.field, names, ["sanitise", "steps", index, "field"]);
    const labels = field.labels.map((label) => label.name);
    return Object.entries(step.map)
      .filter(([, label]) => !labels.includes(label))
      .map(([alias, label]) => ({ path: ["sanitise", "steps", index, "map", alias], ...unknownLabel(field.name, label, labels) }));
  });
}

/** The words for a label that a field does not have. */
export function unknownLabel(field: string, label: string, labels: readonly string[]): { readonly message: string; readonly fix: string } {
  const near = nearest(label, labels);
  return {
    message: `${JSON.stringify(label)} is no label of ${field}.`,
    fix: near === null ? `Labels: ${labels.slice(0, 20).join(", ")}.` : `Did you mean ${near}?`,
  };
}

function templateFaults(file: TaskFile): readonly Fault[] {
  const { user, answer } = file.template;
  const faults: Fault[] = [];
  if (!user.includes("{input}")) faults.push({ path: ["template", "user"], message: "The item's text is never asked.", fix: "Put {input} where it belongs." });
  for (const name of file.metric.fields) {
    if (!answer.includes(`{${name}}`)) faults.push({ path: ["template", "answer"], message: `The answer leaves out ${name}, which the metric compares.`, fix: `Put {${name}} where its label belongs.` });
  }
  return faults;
}
