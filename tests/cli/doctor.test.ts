import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { temporaryFolder } from "../engine/runner/processes.ts";
import { flipbook } from "./flipbook.ts";

const said = z.object({ ok: z.boolean(), checks: z.array(z.object({ id: z.string(), state: z.string(), version: z.string().nullable(), detail: z.string(), fix: z.string() })) });

/** What doctor says of a check, for a lab that is not there yet. */
async function doctor(env: NodeJS.ProcessEnv): Promise<{ readonly code: number | null; readonly of: (id: string) => z.infer<typeof said>["checks"][number] | undefined }> {
  const { code, out } = await flipbook(["doctor", "--json", "--lab", join(temporaryFolder(), "lab")], { ...process.env, ...env });
  const { checks } = said.parse(JSON.parse(out));
  return { code, of: (id) => checks.find((check) => check.id === id) };
}

it("says which llama-server would write a skill text, and where none runs, what becomes of that", async () => {
  const server = join(temporaryFolder(), "llama-server");
  writeFileSync(server, "#!/bin/sh\necho 'version: 7'\n", { mode: 0o755 });
  const named = await doctor({ FLIPBOOK_LLAMA_SERVER: server });
  expect(named.of("llama-server")).toMatchObject({ state: "ok", version: "version: 7", detail: server });
  expect(named.of("python")?.state).toBe("ok");

  const wrong = await doctor({ FLIPBOOK_LLAMA_SERVER: "/nowhere/llama-server" });
  expect(wrong.of("llama-server")).toMatchObject({ state: "broken", detail: expect.stringContaining("/nowhere/llama-server, which does not run here") as unknown, fix: "Correct FLIPBOOK_LLAMA_SERVER, or unset it." });
  expect(wrong.code).toBe(1);
}, 120_000);

it("says where the lab will be, and that nothing stands in the way", async () => {
  const { of } = await doctor({ FLIPBOOK_LLAMA_SERVER: undefined });
  expect(of("lab")).toMatchObject({ state: "ok", detail: expect.stringContaining("made at the first start") as unknown });
  expect(of("llama-server")?.state).toMatch(/^(ok|optional)$/);
}, 120_000);
