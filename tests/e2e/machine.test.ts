import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../workers/database/open.ts";
import { addTraces } from "../fixtures/lab/add-traces.ts";
import { oneExperiment } from "../fixtures/lab/presets.ts";
import { standInGpus } from "../fixtures/nvidia-smi/stand-in-gpus.ts";
import { openLab, serveLab, type ServedLab } from "./served-lab.ts";

let served: ServedLab;
const folder = mkdtempSync(join(tmpdir(), "flipbook-gpus-"));
const uuid = "GPU-1f2e";
const desktop = { pid: 2165, name: "/usr/lib/xorg/Xorg", usedMib: 390, type: "G" };

beforeAll(async () => {
  const gpus = standInGpus(folder, { gpus: [{ uuid, usedMib: 466, power: 38.5, processes: [desktop] }] });
  served = await serveLab([oneExperiment({ seeds: "1..4" })], {
    env: gpus.env,
    prepare: (lab) => {
      const db = openDatabase(join(lab, "lab.sqlite"));
      addTraces(db, { experimentId: "coin-flip", startMs: Date.now() - 2 * 3_600_000, uuid, seconds: { load: 9, train: 300, score: 60 } });
      db.close();
    },
  });
}, 60_000);

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

async function machinePage(): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const opened = await openLab(served);
  await opened.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Machine" }).click();
  await opened.page.getByRole("heading", { level: 1, name: "Machine" }).waitFor();
  return opened;
}

const stack = (page: Page) => page.getByRole("group", { name: /^Traces over time/ });

describe("the machine's page", () => {
  it("draws the card with its total, who holds its memory now, and the machine beside it", async () => {
    const { page, complaints } = await machinePage();
    await page.getByText("Xorg").first().waitFor();
    await page.getByText("the card: 24,576 MiB").waitFor();
    for (const chart of ["Memory in use", "Power", "Utilisation", "Memory of the machine in use", "Processors busy"]) await page.getByText(chart, { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows a run from its load to its end with its gate, zooms by drag and key, and goes back to the whole", async () => {
    const { page, complaints } = await machinePage();
    await page.getByRole("table").getByRole("link", { name: "lora, seed 2 train" }).click();
    await page.getByText("gate: below this 21,864 MiB are free").waitFor();
    await page.getByText("peak 23,904 MiB").waitFor();
    const words = page.getByText(/^today .* to .*\(5 min \d+ s\)$/);
    await words.waitFor();
    const box = await stack(page).boundingBox();
    if (box === null) throw new Error("the traces are on the page");
    await page.mouse.move(box.x + 300, box.y + 160);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 160, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/\((3\d|4\d) s\)$/).waitFor();
    await stack(page).focus();
    await page.keyboard.press("-");
    await page.getByText(/\(1 min \d+ s\)$/).waitFor();
    await page.keyboard.press("0");
    await words.waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says why there is a hole, and lays two runs over each other from their start", async () => {
    const { page, complaints } = await machinePage();
    await page.getByRole("button", { name: "12 h" }).click();
    await page.getByText(/for 3 min 00 s \(GPU is lost\)/).waitFor();
    await page.getByRole("button", { name: "Compare lora, seed 1 train" }).click();
    await page.getByRole("button", { name: "Compare lora, seed 3 train" }).click();
    await page.getByText("lora, seed 1 train and lora, seed 3 train, both from their start").waitFor();
    await expect.poll(() => page.locator(".recharts-area-curve").count()).toBeGreaterThanOrEqual(6);
    await page.getByRole("button", { name: "Back to the traces" }).click();
    await stack(page).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
