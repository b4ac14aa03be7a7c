import { drawsBySeed } from "../../../domain/experiment/experiment.ts";
import { nearDuplicates, quotedTestItems, sameTextKey } from "../../../domain/task/near-duplicates.ts";
import { itemsOf } from "../../../domain/task/task.ts";
import { count, runName } from "./facts.ts";
import type { Check, Facts } from "./facts.ts";

/** One seed is a draw, two are a coin: a spread needs three. */
export function enoughSeeds({ arms, runs }: Facts): Check {
  const trained = arms.filter((arm) => drawsBySeed(arm.settings));
  if (trained.length === 0) return { state: "unknown", sentence: "No arm draws anything by a seed, so there is no seed that could change a result.", evidence: [] };
  const perArm = trained.map((arm) => {
    const own = runs.filter(({ run }) => run.arm === arm.name);
    return { name: arm.name, planned: own.length, done: own.filter(({ state }) => state === "done").length };
  });
  const evidence = perArm.map((arm) => `${arm.name}: ${arm.done} of ${arm.planned} finished`);
  const least = Math.min(...perArm.map((arm) => arm.done));
  if (least >= 3) return { state: "yes", sentence: `Every arm that draws has at least three finished seeds.`, evidence };
  if (perArm.every((arm) => arm.planned >= 3) && pending(runs)) return { state: "pending", sentence: "At least three seeds are planned for every arm that draws; not all have finished yet.", evidence };
  return { state: "no", sentence: `An arm has ${count(least, "finished seed")}; with fewer than three nothing can be said about the spread.`, evidence };
}

export function baseOnSamePath({ arms, runs }: Facts): Check {
  const paths = [...new Set(arms.filter((arm) => arm.substrate !== "none").map((arm) => arm.path))];
  const bases = arms.filter((arm) => arm.substrate === "none");
  const evidence = arms.map((arm) => `${arm.name}: ${arm.path}`);
  const without = paths.filter((path) => !bases.some((base) => base.path === path));
  if (without.length > 0) return { state: "no", sentence: `The base is not scored through ${without.join(", ")}, so arms there are compared with nothing.`, evidence };
  const scored = bases.filter((base) => runs.some(({ run, state }) => run.arm === base.name && state === "done"));
  if (scored.length === bases.length) return { state: "yes", sentence: `The base was scored through the same path as the arms (${paths.join(", ") || bases[0]?.path}).`, evidence };
  return pending(runs)
    ? { state: "pending", sentence: "The base goes through the same path as the arms; it has not been scored yet.", evidence }
    : { state: "no", sentence: "The base was to be scored through the same path, but its run did not finish.", evidence };
}

export function sameTask({ experiment, runs, toldTaskHashes }: Facts): Check {
  const started = runs.flatMap(({ run, jobs }) => jobs.filter((job) => job.startedMs !== null).map((job) => ({ run, job })));
  const other = started.filter(({ job }) => (toldTaskHashes.get(job.id) ?? experiment.taskHash) !== experiment.taskHash);
  const gone = started.filter(({ job }) => (toldTaskHashes.get(job.id) ?? null) === null);
  const evidence = [`task ${experiment.taskHash}`];
  if (started.length === 0) return { state: "pending", sentence: "No job has started yet.", evidence };
  if (other.length > 0) return { state: "no", sentence: `${count(other.length, "job")} worked on another task than the frozen one.`, evidence: [...evidence, ...other.map(({ run, job }) => `${runName(run)}, ${job.kind}: ${toldTaskHashes.get(job.id)}`)] };
  if (gone.length > 0) return { state: "unknown", sentence: `The specification of ${count(gone.length, "job")} is no longer in the run folder, so the task cannot be looked up.`, evidence: [...evidence, ...gone.map(({ run, job }) => `${runName(run)}, ${job.kind}`)] };
  return { state: "yes", sentence: `All ${count(started.length, "job")} worked on the task that was frozen.`, evidence };
}

export function noLeak({ task, arms, skills }: Facts): Check {
  const train = new Map(itemsOf(task, "train").map((item) => [sameTextKey(item.input), item.id]));
  const exact = itemsOf(task, "test").flatMap((item) => {
    const twin = train.get(sameTextKey(item.input));
    return twin === undefined ? [] : [`${item.id} is the training item ${twin}`];
  });
  if (exact.length > 0) return { state: "no", sentence: `${count(exact.length, "test item stands", "test items stand")} in the training set word for word.`, evidence: exact };
  const texts = textsOf({ arms, skills });
  const quoted = texts.flatMap(({ name, text }) => quotedTestItems(task, text).map((item) => ({ id: item.id, says: `${item.id} stands in ${name}` })));
  const items = new Set(quoted.map(({ id }) => id)).size;
  if (items > 0) return { state: "no", sentence: `${count(items, "test item stands", "test items stand")} word for word in a text that the model, or the writer of its text, was shown.`, evidence: quoted.map(({ says }) => says) };
  const near = nearDuplicates(task);
  const evidence = near.map((pair) => `${pair.test} is like the training item ${pair.train} (likeness ${pair.likeness.toFixed(2)})`);
  if (near.length > 0) return { state: "no", sentence: `No test item stands in the training set word for word, but ${count(near.length, "pair is", "pairs are")} nearly the same.`, evidence };
  const compared = `${itemsOf(task, "train").length} training and ${itemsOf(task, "test").length} test items compared`;
  return {
    state: "yes",
    sentence: `No test item stands in the training set, neither word for word nor nearly so${texts.length === 0 ? "" : ", and none word for word in a text that was shown"}.`,
    evidence: [compared, ...(texts.length === 0 ? [] : [`looked into ${texts.map(({ name }) => name).join(", ")}`])],
  };
}

/** The texts in the prompts, and the logs that writers were shown. */
function textsOf({ arms, skills }: Pick<Facts, "arms" | "skills">): readonly { readonly name: string; readonly text: string }[] {
  const logs = arms.flatMap(({ name, settings: { prompt } }) => {
    const log = prompt?.skill?.kind === "compile" ? prompt.skill.compile.log : null;
    return log === null ? [] : [{ name: `the log of ${name}`, text: log.text }];
  });
  return [...logs, ...skills.texts.map((skill) => ({ name: `the text of ${runName(skill)}`, text: skill.text }))];
}

export function greedy({ experiment }: Facts): Check {
  const { decoding, batch, repeats } = experiment.plan.score;
  return { state: "yes", sentence: "Every answer is decoded greedily: the likeliest token each time, nothing is drawn.", evidence: [`decoding ${decoding}, batch ${batch}, repeats ${repeats}`] };
}

export function scalesReadBack({ arms }: Facts): Check {
  return {
    state: "yes",
    sentence: "No arm is scored through llama.cpp, so there is no adapter scale that could silently be another one.",
    evidence: [...new Set(arms.map((arm) => arm.path))],
  };
}

export function fileUnchanged({ experiment, deviation }: Facts): Check {
  const evidence = [`sha256 ${experiment.fileHash}`];
  if (deviation === null) return { state: "yes", sentence: "The experiment file is as it was when it was frozen.", evidence };
  return { state: "no", sentence: deviation.text, evidence };
}

function pending(runs: Facts["runs"]): boolean {
  return runs.some(({ state }) => state === "running" || state === "waiting" || state === "held");
}
