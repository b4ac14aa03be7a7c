import { isAbsolute, join, normalize, sep } from "node:path";
import { LabError } from "../domain/errors.ts";

/** True where a path from a file is not plainly below the folder it is meant to be in. */
export function leavesFolder(relative: string): boolean {
  const plain = normalize(relative);
  return relative === "" || isAbsolute(relative) || /^[a-z]:/i.test(relative) || relative.includes("\0") || plain === "." || plain === ".." || plain.startsWith(`..${sep}`);
}

/** The absolute path of a relative one below `folder`; refuses one that leaves it. */
export function insideFolder(folder: string, relative: string): string {
  if (leavesFolder(relative)) throw new LabError("bad-input", `The path ${relative} leaves the folder ${folder}. Use one inside it.`);
  return join(folder, relative);
}
