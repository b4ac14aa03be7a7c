import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * How to run npm without a shell: through the npm that runs this script, else npm from the PATH.
 * @param {readonly string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand(args) {
  const besideNode = join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  const script = [process.env.npm_execpath, besideNode].find((file) => file?.endsWith("npm-cli.js") && existsSync(file));
  return script === undefined ? { command: "npm", args: [...args] } : { command: process.execPath, args: [script, ...args] };
}
