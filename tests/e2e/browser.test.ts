import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presets } from "../fixtures/lab/presets.ts";
import { namelessControls } from "./nameless-controls.ts";
import { openLab, openPage, serveLab, type ServedLab } from "./served-lab.ts";

let served: ServedLab;

beforeAll(async () => {
  served = await serveLab(presets.few());
}, 60_000);

afterAll(async () => {
  await served.close();
});

const at = (path: string): Promise<Page> => openPage(served, path);

describe("the lab in a browser", () => {
  it("opens every page from the navigation, under its strict policy, without a complaint", async () => {
    const { page, complaints } = await openLab(served);
    const pages = page.getByRole("navigation", { name: "Pages" });
    for (const [link, heading] of [["Queue", "Queue"], ["New sweep", "New sweep"], ["Notes", "Notes"], ["Machine", "Machine"], ["Settings", "Settings"], ["Lab", "lab"]] as const) {
      await pages.getByRole("link", { name: link, exact: false }).first().click();
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
      expect(await namelessControls(page)).toEqual([]);
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("lists experiments with their state in words, and opens one by keys alone", async () => {
    const page = await at("/");
    await page.getByText("7 experiments: 1 running, 1 held, 1 unfinished, 4 done.").waitFor();
    const rows = page.getByRole("list", { name: "Experiments" }).getByRole("link");
    await rows.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "prefix, every sixth layer" }).waitFor();
    await page.context().close();
  });

  it("filters the lab by what a row shows", async () => {
    const page = await at("/");
    await page.getByRole("searchbox", { name: "Filter the experiments" }).fill("unfinished rank");
    await expect.poll(() => page.getByRole("list", { name: "Experiments" }).getByRole("listitem").count()).toBe(1);
    await page.getByRole("searchbox", { name: "Filter the experiments" }).fill("nothing like it");
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => page.getByRole("list", { name: "Experiments" }).getByRole("listitem").count()).toBe(7);
    await page.context().close();
  });

  it("says in a sentence what is not there, and leads back", async () => {
    const page = await at("/experiment/never-made");
    await page.getByRole("alert").getByText("never-made").waitFor();
    await page.goto(new URL("/#/nowhere", served.url).href);
    await page.getByRole("link", { name: "To the lab" }).click();
    await page.getByRole("list", { name: "Experiments" }).waitFor();
    await page.context().close();
  });

  it("goes to pages by g and a letter, lists the keys on ?, and leaves text fields alone", async () => {
    const page = await at("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).getByText("Go to the machine").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search in notes" });
    await search.waitFor();
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("g q");
    expect(await search.inputValue()).toBe("g q");
    await page.context().close();
  });

  it("shows where the focus is on everything that Tab reaches", async () => {
    const page = await at("/queue");
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => (document.activeElement === null || document.activeElement === document.body ? "solid" : getComputedStyle(document.activeElement).outlineStyle));
      expect(outline).not.toBe("none");
    }
    await page.context().close();
  });
});

describe("the window itself", () => {
  it("fits 900 × 600 on every page without scrolling sideways, with a narrow rail", async () => {
    const { page } = await openLab(served, { width: 900, height: 600 });
    for (const path of ["/", "/queue", "/new", "/notes", "/machine", "/settings", "/experiment/coin-flip/runs"]) {
      await page.goto(new URL(`/#${path}`, served.url).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(900);
    }
    const rail = await page.getByRole("navigation", { name: "Pages" }).boundingBox();
    expect(rail?.width).toBeLessThanOrEqual(80);
    await page.context().close();
  });

  it("turns dark and stays dark", async () => {
    const page = await at("/settings");
    await page.getByRole("button", { name: "Dark" }).click();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe("rgb(20, 23, 26)");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await paper()).toBe("rgb(20, 23, 26)");
    await page.context().close();
  });

  it("says when the engine does not answer, and goes on by itself when it does", async () => {
    const page = await at("/");
    await page.getByText("experiments:").waitFor();
    const { pid } = JSON.parse(readFileSync(join(served.lab, "engine.json"), "utf8")) as { pid: number }; // written by the engine of this test
    process.kill(pid, "SIGSTOP");
    try {
      await page.getByText("The engine is not answering; trying again.").waitFor({ timeout: 25_000 });
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await expect.poll(() => page.getByText("The engine is not answering").count(), { timeout: 10_000 }).toBe(0);
    await page.context().close();
  });
});
