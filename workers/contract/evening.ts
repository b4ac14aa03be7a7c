import { z } from "zod";
import type { AttemptView } from "./trace-view.ts";

/** A program with its arguments; never a line for a shell. */
export const eveningCommand = z.strictObject({ file: z.string().min(1).max(4096), args: z.array(z.string().max(4096)).max(64) });
export type EveningCommand = z.infer<typeof eveningCommand>;

/** What is to happen in an evening: which experiments, between which moments, and what around them. */
export const eveningPlan = z.strictObject({
  experiments: z.array(z.string().min(1).max(64)).max(200),
  fromMs: z.number().min(0),
  untilMs: z.number().min(0),
  before: z.array(eveningCommand).max(10),
  after: z.array(eveningCommand).max(10),
  /** What follows from a job that crashes; `pause` ends the evening. */
  onFailure: z.enum(["go-on", "pause", "retry"]),
  /** What becomes of the job that still runs at the end. */
  atEnd: z.enum(["let-finish", "stop"]),
});
export type EveningPlan = z.infer<typeof eveningPlan>;

/** How a command around an evening went; `exitCode` null = it runs, could not be started or was ended after its time. */
export const eveningCommandRun = z.strictObject({
  when: z.enum(["before", "after"]),
  line: z.string(),
  startedMs: z.number(),
  endedMs: z.number().nullable(),
  exitCode: z.int().nullable(),
  output: z.string(),
});
export type EveningCommandRun = z.infer<typeof eveningCommandRun>;

/** How far an evening is. */
export const eveningProgress = z.strictObject({
  startedMs: z.number().nullable(),
  endedMs: z.number().nullable(),
  commands: z.array(eveningCommandRun),
  /** Jobs that the evening keeps back: before it begins, or because there is no time left for them. */
  held: z.array(z.string()),
  /** The queue's policy that is put back afterwards. */
  policyBefore: z.enum(["go-on", "pause", "retry"]).nullable(),
  /** Why it ended before its time, or null. */
  why: z.string().nullable(),
});
export type EveningProgress = z.infer<typeof eveningProgress>;

/** Where an evening stands. */
export type EveningState = "planned" | "before" | "running" | "after" | "over";

/** What stopping the window system would run here, and what would have to be allowed for it. */
export type DisplayManagerView = { readonly name: string; readonly stop: EveningCommand; readonly start: EveningCommand; readonly sudoers: string };

/** What an evening on this machine can be made of, and what speaks against its surviving the end of the desktop. */
export type EveningOptionsView = {
  readonly displayManagers: readonly DisplayManagerView[];
  /** Sentences about this machine, each with the command that helps where one does. */
  readonly advice: readonly { readonly says: string; readonly command: EveningCommand | null }[];
};

/** An evening in the list. */
export type EveningRow = { readonly id: string; readonly state: EveningState; readonly fromMs: number; readonly untilMs: number; readonly startedMs: number | null; readonly endedMs: number | null; readonly experiments: readonly string[] };

/** The morning after: what ran, what failed and why, peaks, energy and time. */
export type EveningView = {
  readonly id: string;
  readonly state: EveningState;
  readonly plan: EveningPlan;
  readonly progress: EveningProgress;
  readonly sentence: string;
  readonly experiments: readonly {
    readonly id: string;
    readonly name: string;
    readonly planned: number;
    readonly finished: number;
    readonly heldBack: number;
    /** Runs that will not come by themselves, and why. */
    readonly missing: readonly { readonly arm: string; readonly seed: number | null; readonly why: string }[];
  }[];
  /** What ran in it, with the energy of each attempt where power was read. */
  readonly attempts: readonly (AttemptView & { readonly energyWh: number | null; readonly energyCoverage: number | null })[];
  /** The most memory in use on each card. */
  readonly peaks: readonly { readonly device: string; readonly name: string; readonly peakMib: number; readonly totalMib: number | null }[];
  /** Of all cards from the evening's begin to its end. */
  readonly energyWh: number | null;
  readonly energyCoverage: number | null;
};
