import type { Request } from "../contract/requests.ts";
import type {
  BillView, ChangeEvent, CheckView, ExperimentView, ItemView, LabView, LossView, MachineView, MatrixView,
  ProtocolView, QueueView, TaskView, TerminalChunk,
} from "../contract/views.ts";
import type { NoteView, SearchHit } from "../contract/note-views.ts";
import type { EveningOptionsView, EveningRow, EveningView } from "../contract/evening.ts";
import type { AttemptView, TraceView } from "../contract/trace-view.ts";
import type { EpochsView, SkillsView, VerifyStart } from "../contract/substrate-views.ts";
import type { Analysis, Comparison } from "../domain/analysis/analysis.ts";

type Id = Request<"experiment", "byId">;
type Job = Request<"queue", "byJob">;

/** Everything a client can ask of the engine; the router in router.ts exposes exactly this. */
export type EngineApi = {
  readonly lab: {
    overview(): LabView;
    changes(signal: AbortSignal): AsyncIterable<readonly ChangeEvent[]>;
    /** Starts the sample sweep; returns the existing one's id where the lab already has it. */
    startSample(): { readonly id: string };
  };
  readonly experiment: {
    get(input: Id): ExperimentView;
    matrix(input: Id): MatrixView;
    item(input: Request<"experiment", "item">): ItemView;
    losses(input: Id): LossView;
    bill(input: Id): BillView;
    /** The skill texts of its prompts: what they say, who wrote them, what that cost, and which are the same. */
    skills(input: Id): SkillsView;
    /** Outcomes of the checkpoints that were scored. */
    epochs(input: Id): EpochsView;
    protocol(input: Id): Promise<ProtocolView>;
    analysis(input: Request<"experiment", "analysis">, signal: AbortSignal): Promise<Analysis>;
    compare(input: Request<"experiment", "compare">): Promise<Comparison>;
    check(input: Request<"experiment", "check">): CheckView;
    create(input: Request<"experiment", "create">): { readonly id: string };
    extend(input: Request<"experiment", "extend">): { readonly runs: number };
    /** Does one run of each arm again under the same seed, as an experiment of its own. */
    verify(input: Request<"experiment", "verify">): VerifyStart;
    cancel(input: Id): void;
    /** Runs again what failed, was lost or was cancelled. */
    retry(input: Id): { readonly runs: number };
    rename(input: Request<"experiment", "rename">): void;
    tags(input: Request<"experiment", "tags">): void;
    /** Hides it from the lab; `restore` brings it back. Nothing is deleted from disk. */
    remove(input: Id): void;
    restore(input: Id): void;
    exportFigures(input: Request<"experiment", "export">): Promise<{ readonly files: readonly { readonly name: string; readonly base64: string }[] }>;
    report(input: Id): Promise<{ readonly files: readonly { readonly name: string; readonly base64: string }[] }>;
  };
  readonly run: {
    setAside(input: Request<"run", "setAside">): void;
    batch(input: Request<"run", "batch">): void;
    retry(input: Request<"run", "byId">): void;
  };
  readonly queue: {
    list(): QueueView;
    move(input: Request<"queue", "move">): void;
    /** Before the others (1), in turn (0) or after them (-1), for the open jobs of the job's run or experiment. */
    priority(input: Request<"queue", "priority">): void;
    hold(input: Job): void;
    release(input: Job): void;
    cancel(input: Job): void;
    pause(): void;
    resume(): void;
    policy(input: Request<"queue", "policy">): void;
    terminal(input: Job & { readonly offset: number }, signal: AbortSignal): AsyncIterable<TerminalChunk>;
  };
  readonly evening: {
    /** What an evening on this machine can be made of. */
    options(): EveningOptionsView;
    /** Plans an evening for experiments that are there and for files that become some; `agreedTo` repeats its commands as they were shown. */
    plan(input: Request<"evening", "plan">): { readonly id: string };
    list(): readonly EveningRow[];
    get(input: Request<"evening", "byId">): EveningView;
    cancel(input: Request<"evening", "byId">): void;
  };
  readonly note: {
    list(input: Request<"note", "list">): readonly NoteView[];
    add(input: Request<"note", "add">): NoteView;
    edit(input: Request<"note", "edit">): NoteView;
    /** Deletes a note; `restore` undoes it. */
    remove(input: Request<"note", "byId">): void;
    restore(input: Request<"note", "byId">): void;
    search(input: Request<"note", "search">): readonly SearchHit[];
  };
  readonly task: {
    list(): readonly TaskView[];
    get(input: Request<"task", "byHash">): TaskView;
  };
  readonly machine: {
    now(): MachineView;
    samples(signal: AbortSignal): AsyncIterable<MachineView>;
    /** What was recorded within a time: GPUs, machine and jobs, with the attempts that ran. */
    trace(input: Request<"machine", "trace">): TraceView;
    /** The latest attempts of jobs, newest first: what can be looked at. */
    attempts(input: Request<"machine", "attempts">): readonly AttemptView[];
    /** How often the GPUs are read from now on; kept with the lab. */
    setPeriod(input: Request<"machine", "period">): void;
  };
};
