import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../workers/database/open.ts";
import { createRecorder } from "../../../workers/engine/machine/recorder.ts";
import { energyTonight, lastNoon } from "../../../workers/engine/machine/tonight.ts";
import { simulatedTime } from "../gpu/simulated-time.ts";
import { tempFolder } from "../lab-fixture.ts";

it("an evening is counted from noon, over every card, and worked out at most twice a minute", () => {
  const db = openDatabase(join(tempFolder(), "lab.sqlite"));
  onTestFinished(() => db.close());
  const time = simulatedTime();
  const evening = new Date("2026-03-02T20:00:00").getTime();
  const recorder = createRecorder({ db, now: () => evening + time.now(), later: time.later, keep: () => true, silence: () => "" });
  let looks = 0;
  const tonight = energyTonight({ db, now: () => evening + time.now(), recorder: { blocks: (...asked) => {
    looks++;
    return recorder.blocks(...asked);
  } } });
  expect(tonight()).toBeNull();
  for (let second = 0; second <= 3_600; second++) {
    for (const key of ["GPU-a", "GPU-b"]) recorder.add({ kind: "gpu", key, name: "card", totalMib: 24_576, powerKind: "instant" }, { atMs: evening + time.now(), periodMs: 1_000, values: { powerWatts: 100 } });
    time.pass(1_000);
  }
  expect(tonight()?.wattHours).toBeCloseTo(200, 6);
  expect(tonight()?.sinceMs).toBe(new Date("2026-03-02T12:00:00").getTime());
  const before = looks;
  tonight();
  expect(looks).toBe(before);
  time.pass(31_000);
  tonight();
  expect(looks).toBeGreaterThan(before);
  expect(lastNoon(new Date("2026-03-03T02:00:00").getTime())).toBe(new Date("2026-03-02T12:00:00").getTime());
  expect(lastNoon(new Date("2026-03-03T12:00:00").getTime())).toBe(new Date("2026-03-03T12:00:00").getTime());
});
