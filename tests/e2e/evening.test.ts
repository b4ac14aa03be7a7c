import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertEvening } from "../../workers/database/evenings.ts";
import { openDatabase } from "../../workers/database/open.ts";
import { addTraces } from "../fixtures/lab/add-traces.ts";
import { oneExperiment } from "../fixtures/lab/presets.ts";
import { openLab, serveLab, type ServedLab } from "./served-lab.ts";

let served: ServedLab;

beforeAll(async () => {
  served = await serveLab([oneExperiment({ seeds: "1..4" }), oneExperiment({ id: "waiting", name: "more seeds tonight", seeds: "11..13", ending: "waiting" })], {
    prepare: (lab) => {
      const db = openDatabase(join(lab, "lab.sqlite"));
      const startMs = Date.now() - 9 * 3_600_000;
      const endedMs = addTraces(db, { experimentId: "coin-flip", startMs, uuid: "GPU-1f2e", seconds: { load: 9, train: 300, score: 60 } });
      const plan = { experiments: ["coin-flip"], fromMs: startMs, untilMs: startMs + 8 * 3_600_000, before: [], after: [], onFailure: "go-on", atEnd: "let-finish" };
      const command = { when: "before", line: "sudo -n systemctl stop display-manager.service", startedMs: startMs - 2_000, endedMs: startMs - 1_000, exitCode: 0, output: "" };
      insertEvening(db, { id: "evening-1", state: "over", createdMs: startMs, plan: JSON.stringify(plan), progress: JSON.stringify({ startedMs: startMs, endedMs, commands: [command], held: [], policyBefore: "go-on", why: null }) });
      db.close();
    },
  });
}, 60_000);

afterAll(async () => {
  await served.close();
});

describe("the evening's pages", () => {
  it("plan an evening only after a yes to the commands as they stand there, and call it off again", async () => {
    const { page, complaints } = await openLab(served);
    await page.goto(new URL("/#/evening", served.url).href);
    const submit = page.getByRole("button", { name: "Plan the evening" });
    await submit.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: /more seeds tonight/ }).check();
    await page.getByLabel("From").fill(new Date(Date.now() + 2 * 3_600_000).toTimeString().slice(0, 5));
    await page.getByLabel("Until").fill(new Date(Date.now() + 4 * 3_600_000).toTimeString().slice(0, 5));
    await page.getByLabel("Also before").fill("sudo systemctl stop x");
    await page.getByText("nobody is there to type one").waitFor();
    await page.getByLabel("Also before").fill("touch /tmp/never");
    await page.getByText("touch /tmp/never", { exact: true }).last().waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "Yes, run them" }).check();
    await page.getByLabel("Also before").fill("touch /tmp/never-again");
    expect(await submit.isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "Yes, run them" }).check();
    await submit.click();
    await page.getByText(/It begins at \d\d:\d\d and ends at \d\d:\d\d; until then its jobs are held\./).waitFor();
    await page.getByRole("button", { name: "Call it off…" }).click();
    await page.getByRole("button", { name: "Call it off", exact: true }).click();
    await page.getByText("It was called off by you.").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("say in the morning what ran, with peaks, energy and the commands", async () => {
    const { page, complaints } = await openLab(served);
    await page.goto(new URL("/#/evening/evening-1", served.url).href);
    await page.getByRole("heading", { level: 1, name: "The morning after" }).waitFor();
    await page.getByText(/^\d+ of \d+ runs are done between .* The card peaked at 23,904 of 24,576 MiB\. It took \d+ Wh, read over 9\d % of the time\.$/).waitFor();
    await page.getByText("sudo -n systemctl stop display-manager.service").waitFor();
    await page.getByRole("table").getByRole("link", { name: "lora, seed 2 train" }).click();
    await page.getByRole("heading", { level: 1, name: "Machine" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
