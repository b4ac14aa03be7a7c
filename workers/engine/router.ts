import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { requests } from "../contract/requests.ts";
import type { LabErrorData } from "../contract/views.ts";
import { LabError } from "../domain/errors.ts";
import type { EngineApi } from "./api.ts";
import { packMatrix } from "./pack-matrix.ts";

type Context = { readonly api: EngineApi };

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const cause = error.cause;
    const lab: LabErrorData | null =
      cause instanceof LabError ? { code: cause.code, message: cause.message, problems: cause.problems } : null;
    return { ...shape, data: { ...shape.data, lab } };
  },
});

/** Expected failures travel with their code; bugs stay internal errors with their message. */
const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof LabError) {
    throw new TRPCError({ code: "BAD_REQUEST", message: result.error.cause.message, cause: result.error.cause });
  }
  return result;
});

const { experiment, run, queue, note, task, machine, evening } = requests;

export const router = t.router({
  lab: t.router({
    overview: procedure.query(({ ctx }) => ctx.api.lab.overview()),
    startSample: procedure.mutation(({ ctx }) => ctx.api.lab.startSample()),
    changes: procedure.subscription(async function* ({ ctx, signal }) {
      yield* ctx.api.lab.changes(signal ?? new AbortController().signal);
    }),
  }),
  experiment: t.router({
    get: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.get(input)),
    matrix: procedure.input(experiment.byId).query(({ ctx, input }) => packMatrix(ctx.api.experiment.matrix(input))),
    item: procedure.input(experiment.item).query(({ ctx, input }) => ctx.api.experiment.item(input)),
    losses: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.losses(input)),
    bill: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.bill(input)),
    skills: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.skills(input)),
    epochs: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.epochs(input)),
    protocol: procedure.input(experiment.byId).query(({ ctx, input }) => ctx.api.experiment.protocol(input)),
    analysis: procedure
      .input(experiment.analysis)
      .query(({ ctx, input, signal }) => ctx.api.experiment.analysis(input, signal ?? new AbortController().signal)),
    compare: procedure.input(experiment.compare).query(({ ctx, input }) => ctx.api.experiment.compare(input)),
    check: procedure.input(experiment.check).query(({ ctx, input }) => ctx.api.experiment.check(input)),
    create: procedure.input(experiment.create).mutation(({ ctx, input }) => ctx.api.experiment.create(input)),
    extend: procedure.input(experiment.extend).mutation(({ ctx, input }) => ctx.api.experiment.extend(input)),
    verify: procedure.input(experiment.verify).mutation(({ ctx, input }) => ctx.api.experiment.verify(input)),
    cancel: procedure.input(experiment.byId).mutation(({ ctx, input }) => ctx.api.experiment.cancel(input)),
    retry: procedure.input(experiment.byId).mutation(({ ctx, input }) => ctx.api.experiment.retry(input)),
    rename: procedure.input(experiment.rename).mutation(({ ctx, input }) => ctx.api.experiment.rename(input)),
    tags: procedure.input(experiment.tags).mutation(({ ctx, input }) => ctx.api.experiment.tags(input)),
    remove: procedure.input(experiment.byId).mutation(({ ctx, input }) => ctx.api.experiment.remove(input)),
    restore: procedure.input(experiment.byId).mutation(({ ctx, input }) => ctx.api.experiment.restore(input)),
    exportFigures: procedure.input(experiment.export).mutation(({ ctx, input }) => ctx.api.experiment.exportFigures(input)),
    report: procedure.input(experiment.byId).mutation(({ ctx, input }) => ctx.api.experiment.report(input)),
  }),
  run: t.router({
    setAside: procedure.input(run.setAside).mutation(({ ctx, input }) => ctx.api.run.setAside(input)),
    batch: procedure.input(run.batch).mutation(({ ctx, input }) => ctx.api.run.batch(input)),
    retry: procedure.input(run.byId).mutation(({ ctx, input }) => ctx.api.run.retry(input)),
  }),
  queue: t.router({
    list: procedure.query(({ ctx }) => ctx.api.queue.list()),
    move: procedure.input(queue.move).mutation(({ ctx, input }) => ctx.api.queue.move(input)),
    priority: procedure.input(queue.priority).mutation(({ ctx, input }) => ctx.api.queue.priority(input)),
    hold: procedure.input(queue.byJob).mutation(({ ctx, input }) => ctx.api.queue.hold(input)),
    release: procedure.input(queue.byJob).mutation(({ ctx, input }) => ctx.api.queue.release(input)),
    cancel: procedure.input(queue.byJob).mutation(({ ctx, input }) => ctx.api.queue.cancel(input)),
    pause: procedure.mutation(({ ctx }) => ctx.api.queue.pause()),
    resume: procedure.mutation(({ ctx }) => ctx.api.queue.resume()),
    policy: procedure.input(queue.policy).mutation(({ ctx, input }) => ctx.api.queue.policy(input)),
    terminal: procedure
      .input(queue.byJob.extend({ offset: z.int().min(0) }))
      .subscription(async function* ({ ctx, input, signal }) {
        yield* ctx.api.queue.terminal(input, signal ?? new AbortController().signal);
      }),
  }),
  evening: t.router({
    options: procedure.query(({ ctx }) => ctx.api.evening.options()),
    plan: procedure.input(evening.plan).mutation(({ ctx, input }) => ctx.api.evening.plan(input)),
    list: procedure.query(({ ctx }) => ctx.api.evening.list()),
    get: procedure.input(evening.byId).query(({ ctx, input }) => ctx.api.evening.get(input)),
    cancel: procedure.input(evening.byId).mutation(({ ctx, input }) => ctx.api.evening.cancel(input)),
  }),
  note: t.router({
    list: procedure.input(note.list).query(({ ctx, input }) => ctx.api.note.list(input)),
    add: procedure.input(note.add).mutation(({ ctx, input }) => ctx.api.note.add(input)),
    edit: procedure.input(note.edit).mutation(({ ctx, input }) => ctx.api.note.edit(input)),
    remove: procedure.input(note.byId).mutation(({ ctx, input }) => ctx.api.note.remove(input)),
    restore: procedure.input(note.byId).mutation(({ ctx, input }) => ctx.api.note.restore(input)),
    search: procedure.input(note.search).query(({ ctx, input }) => ctx.api.note.search(input)),
  }),
  task: t.router({
    list: procedure.query(({ ctx }) => ctx.api.task.list()),
    get: procedure.input(task.byHash).query(({ ctx, input }) => ctx.api.task.get(input)),
  }),
  machine: t.router({
    now: procedure.query(({ ctx }) => ctx.api.machine.now()),
    samples: procedure.subscription(async function* ({ ctx, signal }) {
      yield* ctx.api.machine.samples(signal ?? new AbortController().signal);
    }),
    trace: procedure.input(machine.trace).query(({ ctx, input }) => ctx.api.machine.trace(input)),
    attempts: procedure.input(machine.attempts).query(({ ctx, input }) => ctx.api.machine.attempts(input)),
    setPeriod: procedure.input(machine.period).mutation(({ ctx, input }) => ctx.api.machine.setPeriod(input)),
  }),
});

export type AppRouter = typeof router;
