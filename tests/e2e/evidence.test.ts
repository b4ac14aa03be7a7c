import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualArms } from "../fixtures/lab/add-experiment.ts";
import { inventedTask } from "../fixtures/lab/invented-task.ts";
import { oneExperiment, presets } from "../fixtures/lab/presets.ts";
import { namelessControls } from "./nameless-controls.ts";
import { openLab, serveLab, type ServedLab } from "./served-lab.ts";

/** A busy machine may take its time; what is awaited here comes or does not. */
const patient = { timeout: 20_000 };
let served: ServedLab;

beforeAll(async () => {
  const otherTask = oneExperiment({ id: "other-task", name: "another task", task: inventedTask(20), seeds: "1..2", createdMs: Date.UTC(2026, 2, 4) });
  const paths = oneExperiment({ id: "paths", name: "two paths", seeds: "1..3", createdMs: Date.UTC(2026, 2, 5), arms: [...usualArms, "{ name: base nf4, path: peft/nf4 }", "{ name: small, lora: { rank: 4 }, path: peft/nf4 }"] });
  served = await serveLab([...presets.few(), otherTask, paths]);
}, 60_000);

afterAll(async () => {
  await served.close();
});

async function at(path: string, size?: { readonly width: number; readonly height: number }): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const opened = await openLab(served, size);
  await opened.page.goto(new URL(`/#${path}`, served.url).href);
  return opened;
}

async function focusMatrix(page: Page): Promise<void> {
  const grid = page.getByRole("grid");
  await grid.waitFor();
  await grid.focus();
}

describe("the flip matrix", { timeout: 60_000 }, () => {
  it("is walked cell by cell, says each cell, and opens an item grouped by what runs said", async () => {
    const { page, complaints } = await at("/experiment/coin-flip/flips");
    await focusMatrix(page);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    const cell = page.locator("#flip-cell");
    await expect.poll(() => cell.textContent(), patient).toMatch(/^lora, seed 1 · item \d+: ▲ gain: the base fails, this run passes$/u);
    expect(await page.getByRole("grid").getAttribute("aria-activedescendant")).toBe("flip-cell");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("complementary", { name: /^Item \d+$/u });
    await drawer.getByText(/^\d+ seeds said .+\.$/u).waitFor();
    await drawer.getByRole("button", { name: "Raw output side by side" }).click();
    expect(await drawer.locator("pre").count()).toBeGreaterThan(1);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("filters by class, label and text, and says why nothing is left", async () => {
    const { page } = await at("/experiment/coin-flip/flips");
    await page.getByRole("button", { name: /^Reliable breaks \d+$/u }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("no such words");
    await page.getByText("No item that the filter lets through contains “no such words”.").waitFor();
    await page.getByRole("button", { name: "Show all 47" }).click();
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: "A and B differ" }).click();
    await page.getByText("Choose two runs or arms, A and B, to see the items on which they differ.").waitFor();
    await page.getByRole("combobox", { name: "A", exact: true }).selectOption("lora, seed 1");
    await page.getByRole("combobox", { name: "B", exact: true }).selectOption("lora, seed 2");
    await page.getByRole("grid").waitFor();
    await page.context().close();
  });

  it("brushes items by dragging and with Shift and the arrows", async () => {
    const { page } = await at("/experiment/coin-flip/flips");
    await focusMatrix(page);
    const box = await page.getByRole("grid").boundingBox();
    if (box === null) throw new Error("the matrix has no place on the page");
    await page.mouse.move(box.x + 60, box.y + 95);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 120, { steps: 3 });
    await page.mouse.up();
    await page.getByText(/^2 items brushed: \d+, \d+/u).waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText(/^\d items brushed/u).waitFor();
    await page.getByRole("button", { name: /^Brushed \d$/u }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No item is brushed. Drag over rows to brush some.").waitFor();
    await page.context().close();
  });

  it("puts the drawer under the matrix in a small window", async () => {
    const { page } = await at("/experiment/coin-flip/flips", { width: 900, height: 600 });
    await focusMatrix(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const drawer = await page.getByRole("complementary", { name: /^Item \d+$/u }).boundingBox();
    const grid = await page.getByRole("grid").boundingBox();
    expect(drawer?.y ?? 0).toBeGreaterThanOrEqual((grid?.y ?? 0) + (grid?.height ?? 0) - 1);
    expect(grid?.height ?? 0).toBeGreaterThan(90);
    await page.context().close();
  });
});

describe("the pages of evidence", { timeout: 60_000 }, () => {
  it.each(["coin-flip", "lone-seed", "broken", "no-base"])("open with a sentence and without a complaint for %s", async (id) => {
    const { page, complaints } = await at(`/experiment/${id}/spread`);
    for (const [tab, title] of [["spread", "Spread"], ["agreement", "Agreement"], ["labels", "Labels"], ["losses", "Losses"], ["bill", "Bill"], ["protocol", "Protocol"], ["compare", "Compare"], ["export", "Export figure…"]] as const) {
      await page.goto(new URL(`/#/experiment/${id}/${tab}`, served.url).href);
      const view = page.getByRole("region", { name: title, exact: true });
      await expect.poll(async () => (await view.locator("p").first().textContent()) ?? "", patient).toMatch(/^(?!Reading|Comparing).{20,}/u);
      expect(await view.textContent()).not.toMatch(/NaN|Infinity|\bnull\b|\[object/u);
      expect(await namelessControls(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 90_000);

  it("set a run aside only with a written reason, show the figures both ways, and take it back", async () => {
    const { page } = await at("/experiment/coin-flip/spread");
    const line = page.getByRole("table", { name: "Runs against the base" }).last().getByRole("row").nth(2);
    await line.getByRole("button", { name: "Set aside…" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Set aside", exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("another job ran on the machine");
    await dialog.getByRole("button", { name: "Set aside", exact: true }).click();
    await line.getByText("another job ran on the machine").waitFor();
    await page.getByRole("columnheader", { name: "Without set-aside, 9 runs" }).waitFor();
    await page.getByRole("combobox", { name: "Set-aside runs" }).selectOption("are left out");
    await page.getByText(/lora: 9 scores spread by/u).waitFor();
    await page.getByRole("combobox", { name: "Set-aside runs" }).selectOption("are counted");
    await line.getByRole("button", { name: "Take it back" }).click();
    await page.getByRole("columnheader", { name: "Without set-aside, 9 runs" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await line.getByText("another job ran on the machine").waitFor();
    await line.getByRole("button", { name: "Take it back" }).click();
    await page.getByRole("columnheader", { name: "Without set-aside, 9 runs" }).waitFor({ state: "detached" });
    await page.context().close();
  });

  it("lead from a pair of labels and from a pair of seeds to their items", async () => {
    const { page } = await at("/experiment/coin-flip/labels");
    await page.getByRole("button", { name: /^\d of \d+$/u }).first().click();
    await page.getByRole("heading", { name: /↔/u }).locator("..").getByRole("listitem").first().getByRole("button").click();
    await page.getByRole("complementary", { name: /^Item \d+$/u }).waitFor();
    await page.goto(new URL("/#/experiment/coin-flip/agreement", served.url).href);
    await page.getByRole("button", { name: /^Show their \d+ items$/u }).first().click();
    await page.getByRole("heading", { name: /^Where seeds \d+ and \d+ differ/u }).waitFor();
    await page.context().close();
  });

  it("lead from a dot to the items its run wins and loses, and from a cell to the items two seeds differ on", async () => {
    const { page } = await at("/experiment/coin-flip/spread");
    await page.locator("[data-hit]").last().click();
    const panel = page.getByRole("region", { name: /^lora, seed \d+$/u });
    await panel.getByRole("heading", { name: /^▼ \d+ items? lost/u }).waitFor();
    await panel.getByRole("listitem").first().getByRole("button").click();
    await page.getByRole("complementary", { name: /^Item \d+$/u }).waitFor();
    await page.goto(new URL("/#/experiment/coin-flip/agreement", served.url).href);
    await page.locator("[data-hit]").first().click();
    const two = page.getByRole("region", { name: "Two runs" });
    expect(await two.getByRole("combobox", { name: "Compared by" }).inputValue()).toBe("outcome");
    await two.getByRole("heading", { name: /^They agree on \d+ of the 47 items that both answered and differ on \d+$/u }).waitFor();
    await page.context().close();
  });

  it("show one path at a time and say which arms are on another", async () => {
    const { page } = await at("/experiment/paths/spread");
    await page.getByText("This is peft/bf16 only; not compared with it: base nf4 (peft/nf4), small (peft/nf4).").waitFor();
    await page.getByRole("combobox", { name: "Path" }).selectOption("peft/nf4");
    await page.getByRole("region", { name: "small" }).waitFor();
    await page.getByText(/this page leaves out base \(peft\/bf16\), prompt \(peft\/bf16\), lora \(peft\/bf16\)/u).waitFor();
    await page.goto(new URL("/#/experiment/paths/compare", served.url).href);
    await page.getByRole("combobox", { name: "B: arm" }).selectOption("all arms but the base");
    await page.getByText(/were scored through peft\/bf16 and peft\/nf4\. Results are compared inside one path only; choose one arm\./u).waitFor();
    await page.context().close();
  });

  it("compare two sides in one click each, and refuse another task with the reason", async () => {
    const { page } = await at("/experiment/coin-flip/compare");
    await page.getByText(/^B stands /u).waitFor();
    await page.getByRole("button", { name: /^▼ broke \d+$/u }).click();
    await page.getByRole("heading", { name: /^▼ broke: passes reliably in A/u }).waitFor();
    await page.getByRole("combobox", { name: "B: arm" }).selectOption("base");
    await page.getByText("A and B are the same; choose two that differ.").waitFor();
    await page.getByRole("combobox", { name: "B: experiment" }).selectOption("another task");
    await page.getByText(/were scored on different tasks/u).waitFor();
    await page.context().close();
  });
});

describe("notes", { timeout: 60_000 }, () => {
  it("are written on a run and on an item, lead to what they name, and come back when they were removed", async () => {
    const { page } = await at("/experiment/coin-flip/runs");
    await page.getByRole("button", { name: "Details of lora seed 2" }).click();
    await page.getByRole("textbox", { name: "Write a note on this run" }).fill("Odd on item 31.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("link", { name: "item 31" }).click();
    const drawer = page.getByRole("complementary", { name: "Item 31" });
    await drawer.getByRole("textbox", { name: "Write a note on this item" }).fill("Seed 2 is *odd* here.");
    await drawer.getByRole("button", { name: "Add note" }).click();
    await drawer.getByText("odd", { exact: true }).waitFor();
    await drawer.getByRole("button", { name: "Remove" }).click();
    await drawer.getByText("odd", { exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await drawer.getByText("odd", { exact: true }).waitFor();
    await page.goto(new URL("/#/experiment/coin-flip/notes", served.url).href);
    await page.getByText("Odd on").waitFor();
    await page.context().close();
  });
});

describe("an export from the browser", { timeout: 60_000 }, () => {
  it("saves a figure that stands alone", async () => {
    const { page } = await at("/experiment/coin-flip/export");
    await page.getByRole("combobox", { name: "Figure" }).selectOption("Scores over seeds");
    for (const format of ["png", "csv", "txt"]) await page.getByRole("checkbox", { name: format }).uncheck();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save this figure…" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("spread-light-640.svg");
    const svg = readFileSync(await download.path(), "utf8");
    expect(svg).toMatch(/^<svg xmlns=/u);
    expect(svg).toContain("font/woff2;base64,");
    await page.getByText("1 file is in your downloads.").waitFor();
    await page.context().close();
  });

  it("saves the live loss chart as it is on screen, with nothing left that asks the page", async () => {
    const { page } = await at("/experiment/coin-flip/losses");
    const downloads: Download[] = [];
    page.on("download", (download) => downloads.push(download));
    await page.getByRole("button", { name: "Save this chart…" }).click();
    await page.getByText("The chart is in your downloads, as SVG and PNG.").waitFor();
    await expect.poll(() => downloads.map((download) => download.suggestedFilename()), patient).toEqual(["losses-lora.svg", "losses-lora@2x.png"]);
    const [svg = "", png = ""] = await Promise.all(downloads.map((download) => download.path()));
    const text = readFileSync(svg, "utf8");
    expect(text).toContain("Training loss: coin flip, 10 seeds, lora");
    expect(text).toContain("optimiser step");
    expect(text).not.toMatch(/var\(|currentColor|class=|href/u);
    expect(readFileSync(png).subarray(1, 4).toString("latin1")).toBe("PNG");
    await page.context().close();
  });
});
