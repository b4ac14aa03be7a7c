import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ggufFile } from "../../workers/setup/builtin-model.mjs";

const modelModule = new URL("../../workers/setup/builtin-model.mjs", import.meta.url).href;

/** Set-up's model step in a process of its own, as `npm start` runs it. */
function modelStep(cache: string) {
  const program = `
    const { ensureModel, isWhole } = await import(${JSON.stringify(modelModule)});
    const folder = await ensureModel(process.env.FLIPBOOK_PYTHON, 1, { note: () => undefined });
    process.exitCode = isWhole(folder) ? 0 : 1;`;
  const env = { ...process.env, FLIPBOOK_CACHE: cache };
  return spawn(process.execPath, ["--input-type=module", "-e", program], { env, stdio: "inherit", detached: true });
}

test("a model step killed at any moment is done again from a clean state", { timeout: 120_000 }, async () => {
  const cache = mkdtempSync(join(tmpdir(), "flipbook-cache-"));
  try {
    mkdirSync(join(cache, "models"));
    linkOrCopy(ggufFile(), join(cache, "models", basename(ggufFile())));
    for (const milliseconds of [150, 4000]) {
      const killed = modelStep(cache);
      await sleep(milliseconds);
      if (killed.pid !== undefined && killed.exitCode === null) process.kill(-killed.pid, "SIGKILL");
      if (killed.exitCode === null) await once(killed, "close");
    }
    expect(await once(modelStep(cache), "close")).toEqual([0, null]);
    expect(readdirSync(join(cache, "models")).filter((name) => name.includes("partial") || name.endsWith(".lock"))).toEqual([]);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
