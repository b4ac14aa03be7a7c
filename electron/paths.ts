import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Everything is found from where this bundle lies: `.build/electron` in a checkout, the same inside a package. */
export const paths = {
  build: resolve(here, ".."),
  renderer: resolve(here, "../renderer"),
  commandLine: resolve(here, "../cli/main.mjs"),
  preload: join(here, "preload.cjs"),
  icon: resolve(here, "../../assets/icon.png"),
} as const;

export function labFolder(given: string | null, environment: NodeJS.ProcessEnv): string {
  return resolve(given ?? environment["FLIPBOOK_LAB"] ?? join(homedir(), "Flipbook"));
}
