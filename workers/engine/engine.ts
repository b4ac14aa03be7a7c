import { listExperiments } from "../database/experiments.ts";
import { getJob, hasJobIn, listRunningJobs } from "../database/jobs.ts";
import type { EngineApi } from "./api.ts";
import { createChangeFeed } from "./change-feed.ts";
import { removeEngineFile, writeEngineFile } from "./client/engine-file.ts";
import { gpuGate } from "./gpu/gpu-gate.ts";
import { watchGpus } from "./gpu/gpu-watch.ts";
import { reservationsIn } from "./gpu/reservations.ts";
import { smiRunner } from "./gpu/run-smi.ts";
import { eveningApi } from "./evening/evening-api.ts";
import { createEvenings } from "./evening/evenings.ts";
import { runCommand } from "./evening/run-command.ts";
import { createExports } from "./export/create-exports.ts";
import type { HandlerContext } from "./handlers/context.ts";
import { createHandlers } from "./handlers/create-handlers.ts";
import { watchIdle } from "./idle.ts";
import { ingestRun } from "./ingest/ingest-run.ts";
import { rebuildMissingRuns, type RebuildReport } from "./ingest/rebuild-run.ts";
import { attemptLog } from "./machine/attempt-log.ts";
import { openMachine } from "./machine/open-machine.ts";
import { folderIdentity } from "./lab-folder.ts";
import { newId } from "./new-id.ts";
import { openLab } from "./open-lab.ts";
import type { EngineOptions } from "./options.ts";
import { prepareJob } from "./prepare-job.ts";
import { programFolders } from "./program-folders.ts";
import { usualDurations } from "./queue/usual-duration.ts";
import { queueApi } from "./queue/queue-api.ts";
import { createQueue } from "./queue/queue.ts";
import { createRunner } from "./runner/create-runner.ts";
import { holderProgram } from "./runner/hold-job.ts";
import { identify } from "./runner/process-identity.ts";
import { startSample } from "./sample.ts";
import { listen } from "./server/listen.ts";
import { gpuFolder, socketPath } from "./server/socket-path.ts";
import { createStatistics } from "./statistics.ts";
import { version } from "./version.ts";

/** A running engine. */
export type Engine = { readonly socket: string; readonly close: () => Promise<void> };

/** Puts the engine of one lab together: database, queue, runner, machine, and the socket they are reached by. */
export async function startEngine(options: EngineOptions, env: NodeJS.ProcessEnv, onIdle: () => void): Promise<Engine> {
  const startedMs = Date.now();
  const { folder: lab, db, lock } = openLab(options.lab, options.readOnly);
  const folders = programFolders(env);
  const feed = createChangeFeed();
  const publish = feed.publish;
  const now = Date.now;

  const watch = watchGpus({ run: smiRunner(env), now, later });
  const gate = gpuGate(watch, now, reservationsIn(gpuFolder({ env, platform: process.platform }), lab));
  const machine = openMachine({ db, watch, now, later });
  const queue = createQueue({
    db,
    attempts: attemptLog({ db, now, watch, recorder: machine.recorder }),
    runner: (ears) =>
      createRunner({
        lab,
        holder: holderProgram(env),
        elapsedMs: () => performance.now(),
        readEvents: (runId) => void ingestRun({ folder: lab, db, publish }, runId),
        lastWord: (jobId) => getJob(db, jobId)?.lastWord ?? null,
      }, ears),
    gate,
    prepare: (job, place) => prepareJob({ db, lab, python: folders.python, env }, job, place),
    publish,
    now,
    later,
  });
  const statistics = createStatistics();
  const context: HandlerContext = { db, lab, assets: folders.assets, publish, now, newId, queue, env, statistics, engine: { pid: process.pid, version, startedMs } };
  const handlers = createHandlers(context);
  const evenings = createEvenings({
    db, now, later, newId, publish, queue, runCommand,
    usual: () => usualDurations(db, listRunningJobs(db), now()),
  });
  const api: EngineApi = {
    ...handlers,
    lab: { ...handlers.lab, changes: feed.subscribe, startSample: () => startSample({ db, assets: folders.assets, create: handlers.experiment.create }) },
    experiment: { ...handlers.experiment, ...createExports(context) },
    queue: queueApi({ lab, db, queue, slots: gate.slots, now }),
    machine: machine.api,
    evening: eveningApi({ db, evenings, now, create: handlers.experiment.create }),
  };

  const socket = socketPath(lab, db.readOnly ? "reader" : "writer", { env, platform: process.platform });
  const server = await listen(socket, api);
  if (!db.readOnly) {
    const self = identify(process.pid);
    writeEngineFile(lab, { pid: process.pid, processStart: self?.processStart ?? null, bootId: self?.bootId ?? null, socket, version, startedMs });
    reportRebuilt(rebuildMissingRuns({ folder: lab, db, publish, now, newId }));
    queue.open();
    evenings.open();
    if (options.sampleIfNew && listExperiments(db).length === 0) api.lab.startSample();
  }
  const home = folderIdentity(lab);
  const isBusy = (): boolean => server.clients() > 0 || (!db.readOnly && (evenings.isOpen() || hasJobIn(db, ["running", "gated", "waiting"])));
  const stopIdle = watchIdle({ isBusy, isGone: () => folderIdentity(lab) !== home, seconds: options.idleExit, onEnd: onIdle });

  return {
    socket,
    close: async () => {
      stopIdle();
      evenings.close();
      queue.close();
      machine.close();
      watch.close();
      statistics.close();
      await server.close();
      if (!db.readOnly) removeEngineFile(lab);
      db.close();
      lock?.release();
    },
  };
}

/** For whoever reads the engine's log: run folders that had no rows, after a damaged database was put away. */
function reportRebuilt({ rebuilt, unreadable }: RebuildReport): void {
  if (rebuilt.length > 0) console.error(`Rebuilt ${rebuilt.length} runs from their folders.`);
  for (const { folder, why } of unreadable) console.error(`${folder} was left out: ${why}`);
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
