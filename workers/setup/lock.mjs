import { linkSync, mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other set-up holds the lock file; a lock whose process is gone is taken over.
 * The work itself is safe without it (temporary names and renames): the lock saves doing it twice.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(owner: string) => void} [onWait] told once who holds it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!tryLock(file)) {
    const owner = readOwner(file);
    if (owner !== null && isGone(owner)) {
      takeOver(file);
      continue;
    }
    if (owner !== null && !told) onWait(`process ${owner.pid}`);
    told = true;
    await sleep(250);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @typedef {{ pid: number, host: string, started: string | null }} Owner */

/**
 * A hard link either appears with its whole content or fails, so no one ever reads half an owner.
 * @param {string} file
 */
function tryLock(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, host: hostname(), started: processStart(process.pid) }));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {Owner | null} null when the lock has just been given back
 */
function readOwner(file) {
  try {
    return /** @type {Owner} */ (JSON.parse(readFileSync(file, "utf8"))); // written by tryLock, whole
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** @param {Owner} owner */
function isGone(owner) {
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return isCode(error, "ESRCH");
  }
  return owner.started !== null && processStart(owner.pid) !== owner.started;
}

/**
 * Only one of several waiters removes a dead owner's lock: the one that makes the folder, after looking again.
 * @param {string} file
 */
function takeOver(file) {
  const claim = `${file}.takeover`;
  try {
    mkdirSync(claim);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    const made = statSync(claim, { throwIfNoEntry: false });
    if (made !== undefined && Date.now() - made.mtimeMs > 10_000) rmSync(claim, { recursive: true, force: true });
    return;
  }
  const owner = readOwner(file);
  if (owner !== null && isGone(owner)) rmSync(file, { force: true });
  rmdirSync(claim);
}

/**
 * Start time in clock ticks since boot, so that a reused process id is not taken for the old process; null without /proc.
 * @param {number} pid
 */
function processStart(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? null;
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ESRCH")) return null;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
