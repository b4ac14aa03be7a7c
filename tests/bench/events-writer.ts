// One writer's worth of events: appends steps to the events files it is told, one after the other, as fast as it may.
import { appendFileSync, statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";

const order = z.object({ files: z.array(z.object({ path: z.string(), job: z.string() })), linesPerFile: z.number(), aheadBytes: z.number(), offsets: z.instanceof(SharedArrayBuffer), writer: z.number() });
const { files, linesPerFile, aheadBytes, offsets, writer } = order.parse(workerData);
/** For each writer: which of its files the reader of events is at, and how far; the last number says that it is over. */
const read = new Float64Array(offsets);
const batch = 2_000;

for (const [index, { path, job }] of files.entries()) {
  for (let first = 1; first <= linesPerFile; first += batch) {
    while (read[read.length - 1] === 0 && isAhead(index, path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    if (read[read.length - 1] !== 0) break;
    appendFileSync(path, lines(job, first));
  }
}
parentPort?.postMessage("done");

function isAhead(index: number, path: string): boolean {
  const at = read[writer * 2] ?? 0;
  if (index > at) return index > at + 1;
  return sizeOf(path) - (read[writer * 2 + 1] ?? 0) > aheadBytes;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function lines(job: string, first: number): string {
  let text = "";
  for (let step = first; step < first + batch; step++) {
    text += `{"v":1,"job":"${job}","seq":${step},"t":1764000000.123,"kind":"step","step":${step},"steps":${linesPerFile},"epoch":1,"loss":${(2.5 / Math.sqrt(step)).toFixed(6)},"learningRate":0.0001,"tokens":96,"digest":null}\n`;
  }
  return text;
}
