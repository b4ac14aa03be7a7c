import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone this file lies in. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Build output of this clone. */
export const buildFolder = join(projectRoot, ".build");

/**
 * Folder for what is large and shared between clones: $FLIPBOOK_CACHE, else the user's cache folder.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {string} home
 */
export function cacheRoot(env = process.env, platform = process.platform, home = homedir()) {
  if (env.FLIPBOOK_CACHE) return env.FLIPBOOK_CACHE;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "flipbook");
  if (platform === "darwin") return join(home, "Library", "Caches", "flipbook");
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "flipbook");
  return join(home, ".cache", "flipbook");
}
