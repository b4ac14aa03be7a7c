import { join } from "node:path";
import type { Page } from "playwright-core";
import { openDatabase } from "../../workers/database/open.ts";
import { openLab, serveLab } from "../e2e/served-lab.ts";
import { addTraces } from "../fixtures/lab/add-traces.ts";
import { oneExperiment } from "../fixtures/lab/presets.ts";

/** What was measured; `limit` is the largest value that is good enough. */
type Measurement = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number };

const size = { width: 1280, height: 820 };

/** From the click to the first drawing that shows the whole time. */
async function openTwelveHours(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const path = (): string => document.querySelector(".recharts-area-curve")?.getAttribute("d") ?? "";
    const before = path();
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "12 h");
    const start = performance.now();
    button?.click();
    while (path() === before || path().length < 5_000) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  });
}

/** Frame times while the traces are moved by hand. */
async function panFrames(page: Page): Promise<readonly number[]> {
  const box = await page.getByRole("group", { name: /^Traces over time/ }).boundingBox();
  if (box === null) throw new Error("the traces are on the page");
  const frames = page.evaluate(async () => {
    const times: number[] = [];
    let last = performance.now();
    for (const end = last + 2_500; last < end; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times;
  });
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + 500, box.y + 200);
  await page.mouse.down();
  for (let step = 0; step < 80; step++) await page.mouse.move(box.x + 500 + step * 4, box.y + 200);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  return (await frames).toSorted((left, right) => left - right);
}

/** The machine's page with a trace of twelve hours, in a real browser that draws in software. */
export async function bench(): Promise<readonly Measurement[]> {
  const seconds = { load: 9, train: 4_000, score: 170 };
  const served = await serveLab([oneExperiment({ seeds: "1..10" })], {
    prepare: (lab) => {
      const db = openDatabase(join(lab, "lab.sqlite"));
      addTraces(db, { experimentId: "coin-flip", startMs: Date.now() - 12.2 * 3_600_000, uuid: "GPU-1f2e", seconds });
      db.close();
    },
  });
  try {
    const { page } = await openLab(served, size);
    await page.goto(new URL("/#/machine", served.url).href);
    await page.getByRole("button", { name: "1 h" }).click();
    await page.locator(".recharts-area-curve").first().waitFor();
    await page.waitForTimeout(1_500);
    const openMs = await openTwelveHours(page);
    await page.waitForTimeout(1_000);
    const frames = await panFrames(page);
    return [
      { name: "opening a trace of 12 h, click to drawing", value: openMs, unit: "ms", limit: 200 },
      { name: "a frame while it is moved, median", value: frames[Math.floor(frames.length / 2)] ?? 0, unit: "ms", limit: 34 },
      { name: "a frame while it is moved, slowest of twenty", value: frames[Math.floor(frames.length * 0.95)] ?? 0, unit: "ms" },
    ];
  } finally {
    await served.close();
  }
}
