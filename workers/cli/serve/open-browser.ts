import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Opens the address in the user's browser. It goes through a file that only the owner can read, because everybody on
 * the machine can see the arguments of a process. Returns how to take the file away again.
 */
export function openBrowser(lab: string, address: string): () => void {
  const file = join(lab, "open-in-browser.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${address}"><title>Flipbook</title><a href="${address}">Open the lab</a>\n`, { mode: 0o600 });
  const [program, ...before] = opener();
  const child = spawn(program, [...before, file], { detached: true, stdio: "ignore" });
  child.on("error", (error) => console.error(`The browser cannot be opened (${error.message}); open the address yourself.`));
  child.unref();
  return () => rmSync(file, { force: true });
}

function opener(): readonly [string, ...string[]] {
  if (process.platform === "darwin") return ["open"];
  return process.platform === "win32" ? ["explorer.exe"] : ["xdg-open"];
}
