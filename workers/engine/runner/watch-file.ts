import { watch, type FSWatcher } from "node:fs";
import { errorCode } from "../error-code.ts";

const pollMs = 250;

/** Calls `look` soon after something in the folder changes, and every quarter of a second whatever the system says. */
export function watchFolder(folder: string, look: () => void): () => void {
  const timer = setInterval(look, pollMs);
  const watcher = startWatcher(folder, look);
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
}

function startWatcher(folder: string, look: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, throttled(look, 20));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch (error) {
    // Too many watches on this system, or a file system without them: the poll goes on.
    if (["ENOSPC", "EMFILE", "ENOSYS"].includes(errorCode(error))) return null;
    throw error;
  }
}

function throttled(work: () => void, ms: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      work();
    }, ms);
  };
}
