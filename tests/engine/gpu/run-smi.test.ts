import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { smiRunner } from "../../../workers/engine/gpu/run-smi.ts";
import { failureOf, meansNoGpu, type SmiEnd } from "../../../workers/engine/gpu/smi-failure.ts";
import { tempFolder } from "../lab-fixture.ts";

function endOf(program: string): Promise<SmiEnd> {
  return new Promise((onEnd) => smiRunner({ ...process.env, FLIPBOOK_NVIDIA_SMI: program })([], { onLine: () => undefined, onEnd }));
}

test("a machine where nvidia-smi is not there or may not be run has no GPU, so that its jobs do not wait for one", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "locked"), "", { mode: 0o600 });
  for (const name of ["none", "locked"]) expect(meansNoGpu(failureOf(await endOf(join(folder, name))))).toBe(true);
  writeFileSync(join(folder, "broken"), "#!/bin/sh\nexit 9\n", { mode: 0o700 });
  expect(meansNoGpu(failureOf(await endOf(join(folder, "broken"))))).toBe(false);
});
