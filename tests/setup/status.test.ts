import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const statusScript = fileURLToPath(new URL("../../workers/setup/status.mjs", import.meta.url));
const status = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      state: z.enum(["ok", "missing", "broken", "optional"]),
      version: z.string().nullable(),
      detail: z.string(),
      fix: z.string(),
    }),
  ),
});

function readStatus(env: NodeJS.ProcessEnv): Promise<{ code: number; status: z.infer<typeof status> }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [statusScript, "--json"], { env }, (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, status: status.parse(JSON.parse(stdout)) });
    });
  });
}

test("on a bare machine the status names what is missing with a remedy for each, and makes nothing", async () => {
  const cache = mkdtempSync(join(tmpdir(), "flipbook-cache-"));
  try {
    const { FLIPBOOK_PYTHON: _python, ELECTRON_OVERRIDE_DIST_PATH: _electron, ...rest } = process.env;
    const { code, status: found } = await readStatus({ ...rest, FLIPBOOK_CACHE: cache });
    const byId = new Map(found.checks.map((check) => [check.id, check]));
    expect(byId.get("python-packages")?.state).toBe("missing");
    expect(byId.get("builtin-model")?.state).toBe("missing");
    expect(found.ok).toBe(false);
    expect(code).toBe(1);
    expect(found.checks.filter((check) => check.state === "missing" && check.fix === "")).toEqual([]);
    expect(readdirSync(cache)).toEqual([]);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

test("after set-up the status shows the pinned packages, and the model's checksum holds", async () => {
  const { status: found } = await readStatus(process.env);
  const byId = new Map(found.checks.map((check) => [check.id, check]));
  expect(byId.get("python-packages")?.state).toBe("ok");
  expect(byId.get("python-packages")?.version).toMatch(/^torch 2\./);
  expect(byId.get("builtin-model")).toMatchObject({ state: "ok", detail: expect.stringContaining("SHA-256 checked") as string });
  expect(new Set(found.checks.map((check) => check.id)).size).toBe(found.checks.length);
});
