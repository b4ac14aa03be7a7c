import { count, runName } from "./facts.ts";
import type { Check, Facts } from "./facts.ts";

/** What was done with the validation items; both ways are sound, but one must know which. */
export function validationUse({ arms, runs, artifactEpochs }: Facts): Check {
  const trained = arms.filter((arm) => arm.settings.train !== null);
  if (trained.length === 0) return { state: "unknown", sentence: "No arm trains, so validation items decide nothing.", evidence: [] };
  const stopping = trained.filter((arm) => arm.settings.train?.earlyStop != null);
  const fixed = trained.filter((arm) => !stopping.includes(arm)).map((arm) => `${arm.name}: the last epoch's weights, validation items not looked at`);
  const stopped = stopping.map((arm) => {
    const kept = runs.filter(({ run }) => run.arm === arm.name).flatMap(({ run }) => {
      const epoch = artifactEpochs.get(run.number) ?? null;
      return epoch === null ? [] : [`${runName(run)} after epoch ${epoch}`];
    });
    const patience = arm.settings.train?.earlyStop?.patience ?? 0;
    return `${arm.name}: stops after ${count(patience, "epoch")} without a lower validation loss and keeps the best${kept.length === 0 ? "" : ` (${kept.join(", ")})`}`;
  });
  const sentence =
    stopping.length === 0
      ? "No arm stops early: the validation items were not scored and chose nothing."
      : `${stopping.map((arm) => arm.name).join(", ")} ${stopping.length === 1 ? "stops" : "stop"} early: the validation items chose the epoch, and are no test of it.`;
  return { state: "yes", sentence, evidence: [...stopped, ...fixed] };
}

/** Several texts from one input are several draws; the same text twice is one. */
export function textsApart({ arms, skills, runs }: Facts): Check {
  const writing = arms.filter((arm) => arm.settings.prompt?.skill?.kind === "compile");
  if (writing.length === 0) return { state: "yes", sentence: "No text was written by a model for this experiment.", evidence: [] };
  const written = skills.texts.flatMap((text) => (text.from.kind === "writer" ? [{ ...text, from: text.from }] : []));
  const evidence = written.map(({ arm, seed, from, sha256, characters }) =>
    `${arm} seed ${seed}: ${characters} characters, ${from.baseTokens} tokens, ${sha256.slice(0, 12)}${from.reusedFrom === null ? "" : `, the text of ${from.reusedFrom}`}`);
  const planned = runs.filter(({ run }) => writing.some((arm) => arm.name === run.arm)).length;
  if (written.length === 0) return { state: "pending", sentence: "No text has been written yet.", evidence };
  const inputs = new Set(written.map(({ from }) => from.inputSha256)).size;
  const own = written.filter(({ from }) => from.reusedFrom === null);
  const twins = new Set(own.map(({ sha256 }) => sha256)).size < own.length;
  const sentence = skills.sentence ?? "";
  if (twins) return { state: "no", sentence: `${sentence} A text that came out twice is one draw, not two.`, evidence };
  if (inputs > 1 && !byCell(writing)) return { state: "no", sentence, evidence };
  return { state: written.length < planned ? "pending" : "yes", sentence, evidence };
}

/** Arms that were given different numbers of items are meant to see different inputs. */
function byCell(arms: Facts["arms"]): boolean {
  return new Set(arms.map(({ settings }) => JSON.stringify([settings.trainItems, settings.prompt?.skill]))).size > 1;
}

/** Whether the same seed gives the same result can only be seen where it was run twice. */
export function sameSeedTwice({ sameSeeds }: Facts): Check {
  const evidence = sameSeeds.map(({ name, again, difference, elsewhere }) =>
    `${name} and ${again}: ${difference ?? "the same artifacts and answers"}${elsewhere === null ? "" : ` (not on the same: ${elsewhere})`}`);
  if (sameSeeds.length === 0) return { state: "unknown", sentence: "No run was done twice under one seed, so it is not known whether the seed decides it. Run one again: flipbook verify.", evidence };
  const here = sameSeeds.filter(({ elsewhere }) => elsewhere === null);
  const differing = here.filter(({ difference }) => difference !== null);
  if (differing.length > 0) return { state: "no", sentence: `In ${count(differing.length, "pair")} of ${here.length} the same seed on the same machine did not give the same result.`, evidence };
  if (here.length === 0) return { state: "unknown", sentence: "Runs were repeated only with other versions or on another machine; that says nothing about the seed.", evidence };
  return { state: "yes", sentence: `${count(here.length, "run was", "runs were")} done again under the same seed, and gave the same artifacts and answers, byte for byte.`, evidence };
}
