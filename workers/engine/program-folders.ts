import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the parts of Flipbook lie that are no code of the engine's: Python scripts, tasks, sample experiments, the page. */
export type ProgramFolders = { readonly root: string; readonly python: string; readonly assets: string; readonly renderer: string };

/** Found from $FLIPBOOK_ROOT, else upwards from this file: the bundle lies two folders below them, the source as well. */
export function programFolders(env: NodeJS.ProcessEnv): ProgramFolders {
  const root = env["FLIPBOOK_ROOT"] ?? rootAbove(dirname(fileURLToPath(import.meta.url)));
  return { root, python: join(root, "python"), assets: join(root, "assets"), renderer: join(root, ".build", "renderer") };
}

function rootAbove(start: string): string {
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, "python", "train.py")) && existsSync(join(folder, "assets"))) return folder;
  }
  throw new Error(`Flipbook's files are not above ${start}; set FLIPBOOK_ROOT to the folder that has python and assets in it`);
}
