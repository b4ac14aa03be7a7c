import { describe, expect, test } from "vitest";
import { analyseExperiment } from "../../../workers/domain/analysis/analyse-experiment.ts";
import type { AnalysisMatrix, AnalysisOptions } from "../../../workers/domain/analysis/analysis.ts";
import { classSentence } from "../../../workers/domain/analysis/class-sentence.ts";
import { effectRange } from "../../../workers/domain/analysis/effect-clause.ts";
import { findingSentence } from "../../../workers/domain/analysis/finding-sentence.ts";
import { plainText } from "../../../workers/domain/analysis/text-parts.ts";
import { unstableSentence } from "../../../workers/domain/analysis/unstable-sentence.ts";
import { plainNumber, probabilityWords, signedNumber } from "../../../workers/domain/analysis/words.ts";
import { sweep, sweepBase, sweepRuns } from "./reference-sweep.ts";

const analysed = (change: Partial<AnalysisMatrix> = {}, options: AnalysisOptions = {}) => analyseExperiment({ ...sweep, ...change }, { resamples: 2_000, ...options });
const finding = (change: Partial<AnalysisMatrix> = {}, options: AnalysisOptions = {}): string => plainText(findingSentence(analysed(change, options)));
const classes = (change: Partial<AnalysisMatrix> = {}): string => {
  const arm = analysed(change).arms[0];
  if (arm === undefined) throw new Error("no arm");
  return classSentence(arm.all);
};
const failing = "f".repeat(47);

describe("the finding", () => {
  test("of the reference experiment", () => {
    const analysis = analysed();
    const bounds = effectRange(analysis.arms[0]?.all.effect.theseItems.adjusted ?? { kind: "undefined", why: "no arm" });
    expect(plainText(findingSentence(analysis))).toBe(
      `No seed beats the base. Ten adapters average 1.7 items below it (−3.6 points, these items ${bounds}), and 13 of 47 items decide the score.`,
    );
    expect(findingSentence(analysis).filter((part) => part.strong).map((part) => part.text)).toEqual(["1.7 items below it", "13 of 47 items"]);
    expect(bounds).toMatch(/^−\d\.\d to −\d\.\d$/);
  });

  test("of one seed makes no claim about others", () => {
    expect(finding({ runs: sweepRuns.slice(-1), arms: [{ name: "lora", noun: ["adapter", "adapters"] }] })).toBe(
      "One adapter scores 15 of 47, 6 items below the base (−12.8 points, exact McNemar p = 0.070). One seed cannot say what another would do.",
    );
  });

  test("of an arm that draws nothing does not speak of other seeds", () => {
    const prompt = { runId: "prompt", arm: "prompt", seed: null, outcomes: sweepRuns.at(-1)?.outcomes ?? "", setAside: false };
    expect(finding({ runs: [prompt], arms: [{ name: "prompt", noun: ["run", "runs"] }] })).toBe("One run scores 15 of 47, 6 items below the base (−12.8 points, exact McNemar p = 0.070). Nothing in it is drawn by a seed.");
    expect(finding({ runs: [...sweepRuns, prompt], arms: [] })).toMatch(/prompt is 6 items below it \(−12\.8 points, items like these −\d+\.\d to [−+]\d+\.\d\)\.$/);
  });

  test("names the arms on another path, with which it compares nothing", () => {
    expect(finding({ path: "peft/bf16", elsewhere: [{ arm: "base", path: "peft/nf4" }, { arm: "small", path: "peft/nf4" }] })).toMatch(/ This is peft\/bf16 only; not compared with it: base \(peft\/nf4\), small \(peft\/nf4\)\.$/);
    expect(finding({ path: "peft/bf16" })).not.toMatch(/only/);
  });

  test("without a base compares with nothing", () => {
    expect(finding({ base: null })).toBe(
      "The base was not scored on this path, so nothing can be compared with it. Ten adapters average 41.1 % (spread 3.6 points, n − 1), and 11 of 47 items decide the score.",
    );
  });

  test("says which planned seeds have no score", () => {
    expect(finding({ runs: sweepRuns.slice(0, 8) })).toMatch(/ Eight of ten planned seeds have a score\.$/);
    expect(finding({ runs: [] })).toBe("None of the ten planned seeds has a score yet.");
    expect(finding({ runs: [], arms: [{ name: "lora", planned: 1 }] })).toBe("The one planned seed has no score yet.");
    expect(finding({ runs: [], arms: [] })).toBe("The base passes 21 of 47 items; no other arm is compared with it.");
    expect(finding({ base: null, runs: [], arms: [] })).toBe("No run has a score yet.");
    expect(finding({ items: 0, base: "", runs: [] })).toBe("There are no items to score.");
  });

  test("of seeds that score as the base with other items says how many depend on the seed", () => {
    const swapped = `f${sweepBase.slice(1, 46)}p`;
    const runs = [swapped, sweepBase, swapped].map((outcomes, index) => ({ runId: `r${index}`, arm: "lora", seed: index, outcomes, setAside: false }));
    expect(finding({ runs, arms: [] })).toBe("Every seed ties with the base. Three seeds average level with it (0.0 points; no interval: no variation, every value that could be drawn is the same), and 2 of 47 items depend on the seed.");
  });

  test("of seeds that all equal the base: one sentence that says so", () => {
    const runs = [1, 2, 3].map((seed) => ({ runId: `r${seed}`, arm: "lora", seed, outcomes: sweepBase, setAside: false }));
    expect(finding({ runs, arms: [] })).toBe(
      "Every seed ties with the base, and no item comes out differently under any of them.",
    );
  });

  test("of seeds that all beat a base that fails everything", () => {
    expect(finding({ base: failing })).toMatch(/^Every seed beats the base\. Ten adapters average 19\.3 items above it \(\+41\.1 points/);
  });

  test("says when the interval includes zero, and how many seeds beat the base", () => {
    const swap = (outcomes: string, from: number, to: string): string => outcomes.slice(0, from) + to + outcomes.slice(from + to.length);
    const runs = [swap(sweepBase, 0, "f"), swap(sweepBase, 46, "p"), swap(sweepBase, 45, "p"), swap(sweepBase, 1, "ff")].map((outcomes, index) => ({ runId: `r${index}`, arm: "lora", seed: index, outcomes, setAside: false }));
    expect(finding({ runs, arms: [] })).toMatch(/^Two of four seeds beat the base\. Four seeds average 0\.3 items below it .* The interval includes zero, so there may be no effect\.$/);
  });

  test("names what is set aside and what the rest says", () => {
    const runs = sweepRuns.map((run) => ({ ...run, setAside: run.seed === 1 }));
    expect(finding({ runs })).toMatch(/ One set-aside seed is counted here; without it the mean is 1\.2 items below the base \(−2\.6 points\)\.$/);
    expect(finding({ runs: sweepRuns.map((run) => ({ ...run, setAside: true })) })).toMatch(/Ten set-aside seeds are counted here; without them nothing is left\.$/);
  });

  test("names errors and how they are counted", () => {
    const runs = sweepRuns.map((run, index) => (index < 2 ? { ...run, outcomes: `e${run.outcomes.slice(1)}` } : run));
    expect(finding({ runs })).toMatch(/ Two errors or missing answers are left out\.$/);
    expect(finding({ runs }, { counting: "as-fail" })).toMatch(/ Two errors or missing answers count as wrong\.$/);
    expect(finding({ runs: sweepRuns.map((run) => ({ ...run, outcomes: "e".repeat(47) })) })).toMatch(/^Nothing can be compared with the base: no item was answered by the base and a run\./);
  });

  test("of several arms names each, of many counts them", () => {
    const arm = (name: string, outcomes: readonly string[]) => outcomes.map((one, index) => ({ runId: `${name}-${index}`, arm: name, seed: index + 1, outcomes: one, setAside: false }));
    const lora = arm("lora", sweepRuns.map((run) => run.outcomes));
    const two = finding({ runs: [...lora, ...arm("prompt", [sweepBase])], arms: [] });
    expect(two).toMatch(/^Against the base, lora averages 1\.7 items below it \(−3\.6 points, these items .*\); prompt is level with it \(0\.0 points; no interval: one seed.*\)\.$/);
    const up = sweepRuns.map((run) => run.outcomes.replace(/f{21}$/, "p".repeat(15) + "ffffff"));
    const many = finding({ runs: [...lora, ...arm("up", up), ...arm("flat", [sweepBase, sweepBase]), ...arm("single", [sweepBase])], arms: [{ name: "waiting", planned: 2 }] });
    expect(many).toMatch(/^Of 4 arms, 1 is above the base \(up\), 1 below it \(lora\) and 1 cannot be told from it; 1 has one seed, which cannot say what another would do \(.* on these items, each arm by itself\)\. One arm has no score yet\.$/);
    const fixed = (name: string, outcomes: string) => ({ runId: name, arm: name, seed: null, outcomes, setAside: false });
    expect(finding({ runs: [...lora, fixed("good", up[0] ?? ""), fixed("same", sweepBase), fixed("bad", "f".repeat(47))], arms: [] })).toMatch(
      /^Of 4 arms, 1 is above the base \(good\), 2 below it \(lora, bad\) and 1 cannot be told from it \(95 % intervals over the seeds on these items, over other items where nothing is drawn, each arm by itself\)\.$/,
    );
    expect(finding({ runs: ["a", "b", "c", "d"].flatMap((name) => arm(name, [sweepBase, sweepBase])), arms: [] })).toMatch(/^Of 4 arms, none is above the base, none below it and 4 cannot be told from it/);
    expect(plainText(findingSentence(analysed({ runs: [...lora, ...arm("prompt", [sweepBase])], arms: [] }), "prompt"))).toMatch(/^One seed scores 21 of 47, level with the base/);
    expect(finding({ base: null, runs: [...lora, ...arm("prompt", [sweepBase])], arms: [] })).toMatch(/The mean scores of 2 arms run from 41\.1 to 44\.7 %\.$/);
  });
});

describe("the class sentence", () => {
  test("of the reference experiment", () => {
    expect(classes()).toBe("13 always pass, 21 always fail, 13 depend on the seed: 3 reliable gains, 4 reliable breaks, 6 coin flips; a fair coin would look unanimous in 0.05 of 47 items at K = 10.");
  });

  test("of one seed, of no base, of no run, of unjudged items", () => {
    expect(classes({ runs: sweepRuns.slice(-1) })).toMatch(/8 differ from the base under the one run there is; a fair coin would look unanimous in 24 of 47 items at K = 1\.$/);
    expect(classes({ base: null })).toMatch(/11 depend on the seed \(without a base there are no gains or breaks\)/);
    expect(classes({ runs: [] })).toBe("No run has a score: the items cannot be classed yet.");
    expect(classes({ runs: sweepRuns.map((run) => ({ ...run, outcomes: `e${run.outcomes.slice(1)}` })) })).toMatch(/1 has no outcome to judge by;/);
  });
});

describe("the unstable labels", () => {
  const sentence = (change: Partial<AnalysisMatrix> = {}): string | null => {
    const arm = analysed(change).arms[0];
    return arm === undefined ? null : unstableSentence(arm.all);
  };

  test("are named by the pair that most coin flips move between", () => {
    expect(sentence()).toBe("Five of six coin flips move between answer/chat and rag/recall.");
  });

  test("are not named without coin flips or predictions", () => {
    expect(sentence({ runs: sweepRuns.slice(0, 1) })).toBeNull();
    expect(sentence({ runs: sweepRuns.map(({ predictions, ...run }) => ({ ...run, finalLoss: predictions?.length ?? 0 })) })).toBeNull();
  });
});

describe("numbers in words", () => {
  test("have the true minus sign and never a negative zero", () => {
    expect([plainNumber(-3.62), plainNumber(-0.04), signedNumber(1.91), signedNumber(0.01), signedNumber(-0.5, 2)]).toEqual(["−3.6", "0.0", "+1.9", "0.0", "−0.50"]);
  });

  test("p-values are never zero", () => {
    expect([probabilityWords(0), probabilityWords(0.0004), probabilityWords(0.0314), probabilityWords(0.5)]).toEqual(["p < 0.001", "p < 0.001", "p = 0.031", "p = 0.50"]);
  });
});
