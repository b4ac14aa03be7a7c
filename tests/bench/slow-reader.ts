// A slow reader: holds one view of the lab for seconds while others write, reads all of it, and begins again.
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { openDatabase } from "../../workers/database/open.ts";

const { file, stop } = z.object({ file: z.string(), stop: z.instanceof(SharedArrayBuffer) }).parse(workerData);
const over = new Int32Array(stop);
const db = openDatabase(file, { readOnly: true });
let views = 0;
let moved = 0;
while (Atomics.load(over, 0) === 0) {
  db.statement<[]>("BEGIN").run();
  const points = (): number => db.statement<[], { bytes: number | null }>("SELECT sum(length(losses)) AS bytes FROM loss_chunk").get()?.bytes ?? 0;
  const before = points();
  Atomics.wait(over, 0, 0, 2_000);
  // One view stays the same, however much was written meanwhile.
  if (points() !== before) moved++;
  db.statement<[]>("COMMIT").run();
  views++;
}
db.close();
parentPort?.postMessage({ views, moved });
