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

describe("an experiment", () => {
  it("opens every view by its tab and by ], under the strict policy, without a complaint", async () => {
    const { page, complaints } = await openLab(served);
    await page.goto(new URL("/#/experiment/coin-flip/flips", served.url).href);
    const views = page.getByRole("navigation", { name: "Views of the experiment" });
    for (const view of ["Flips", "Spread", "Agreement", "Labels", "Losses", "Bill", "Protocol", "Compare", "Runs", "Notes", "Export figure…"]) {
      await views.getByRole("link", { name: view, exact: false }).click();
      const region = page.getByRole("region", { name: view, exact: true });
      await expect.poll(async () => (await region.innerText()).length, { message: view }).toBeGreaterThan(40);
      expect(await region.getByRole("alert").count(), view).toBe(0);
      expect(await namelessControls(page), view).toEqual([]);
    }
    await page.keyboard.press("]");
    await page.getByRole("region", { name: "Flips", exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("opens with its finding, and says in the runs tab why a run failed and what one can do", async () => {
    const page = await at("/experiment/broken/runs");
    await page.getByText("5 of 6 runs finished; 1 failed.").waitFor();
    // The finding moves the page when it comes; a click before that can miss.
    await page.getByText("being worked out").waitFor({ state: "detached" });
    await page.getByText("The GPU ran out of memory in step 12 of 60").waitFor();
    expect(await page.getByRole("row", { name: /seed 3/ }).getByText("▼").count()).toBe(1);
    await page.getByRole("link", { name: "Terminal" }).click();
    await page.getByRole("complementary", { name: "Terminal" }).waitFor();
    await page.context().close();
  });

  it("adds seeds: only the missing ones, refuses what is no seed, and says that it was extended", async () => {
    const page = await at("/experiment/lone-seed/runs");
    await page.getByRole("button", { name: "Add seeds…" }).click();
    const seeds = page.getByRole("textbox", { name: "Seeds" });
    await seeds.fill("9..8");
    await page.getByRole("alert").getByText("runs backwards").waitFor();
    await seeds.fill("7..8");
    await page.getByRole("button", { name: "Add 1 run" }).click();
    await page.getByRole("row", { name: /seed 8/ }).waitFor();
    await page.getByText(/extended today/).waitFor();
    await page.context().close();
  });

  it("takes a name, tags and a reason for setting a run aside", async () => {
    const page = await at("/experiment/prefix/runs");
    await page.getByRole("button", { name: "Name and tags…" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("prefix, second try");
    await page.getByRole("textbox", { name: "Tags" }).fill("kv, kv, long");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "prefix, second try" }).waitFor();
    await page.getByText("#long").waitFor();
    await page.getByRole("button", { name: "Details of prefix seed 2" }).click();
    await page.getByRole("button", { name: "Set this run aside…" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("the fan stood still");
    await page.getByRole("button", { name: "Set aside", exact: true }).click();
    await page.getByText("1 run set aside").waitFor();
    await page.getByRole("button", { name: "Take it back in" }).click();
    await expect.poll(() => page.getByText("1 run set aside").count()).toBe(0);
    await page.context().close();
  });

  it("is removed from the lab and brought back by Undo", async () => {
    const page = await at("/experiment/no-base/runs");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("was removed from the lab").waitFor();
    const row = page.getByRole("list", { name: "Experiments" }).getByText("no base on this path");
    await expect.poll(() => row.count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await page.context().close();
  });

  it("asks before it cancels what is left, and puts it back by Retry", async () => {
    const page = await at("/experiment/waiting/runs");
    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByRole("button", { name: "Keep them" }).click();
    expect(await page.getByRole("row", { name: /seed 13.*waiting/ }).count()).toBe(1);
    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByRole("button", { name: "Cancel 1 run" }).click();
    await page.getByRole("row", { name: /seed 13.*cancelled/ }).waitFor();
    await page.getByRole("button", { name: "Retry 1 unfinished" }).click();
    await page.getByRole("row", { name: /seed 13.*waiting/ }).waitFor();
    await page.context().close();
  });
});

describe("the queue", () => {
  it("is put in another order by button, by Alt and arrow, and by dragging, each with a way back", async () => {
    const page = await at("/queue");
    const rows = page.getByRole("region", { name: "Waiting jobs" }).getByRole("listitem");
    await rows.first().waitFor();
    const order = () => rows.allInnerTexts();
    const before = await order();
    await page.getByRole("button", { name: "Move lora, seed 13 train up" }).click();
    await expect.poll(order).not.toEqual(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(order).toEqual(before);
    await page.getByRole("button", { name: "Hold lora, seed 13 train" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(order).not.toEqual(before);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(order).toEqual(before);
    await rows.nth(1).dragTo(rows.nth(0));
    await expect.poll(order).not.toEqual(before);
    await page.context().close();
  });

  it("holds and releases a job, and keeps the crash policy over a reload", async () => {
    const page = await at("/queue");
    await page.getByRole("button", { name: "Hold lora, seed 13 train" }).click();
    await page.getByRole("button", { name: "Release lora, seed 13 train" }).click();
    await page.getByRole("button", { name: "Hold lora, seed 13 train" }).waitFor();
    await page.getByRole("combobox", { name: "After a crash" }).selectOption("pause");
    await page.reload();
    await expect.poll(() => page.getByRole("combobox", { name: "After a crash" }).inputValue()).toBe("pause");
    await page.getByText("The queue is paused: this lab holds invented results.").waitFor();
    await page.context().close();
  });
});

describe("a new sweep", () => {
  it("is one text in a form and a file: each shows what the other changes, and problems stand at their line", async () => {
    const page = await at("/new");
    const file = page.getByRole("textbox", { name: "Experiment file" });
    await page.getByRole("textbox", { name: "Base model" }).fill(served.base);
    await page.getByRole("textbox", { name: "Seeds", exact: true }).fill("1..4");
    expect(await file.inputValue()).toContain("seeds: 1..4");
    await page.getByRole("button", { name: "Start 6 runs" }).waitFor();
    await page.getByRole("button", { name: "+ LoRA" }).click();
    await page.getByRole("button", { name: "Start 10 runs" }).waitFor();
    await page.getByRole("button", { name: "Take the arm lora 2 out" }).click();
    const text = await file.inputValue();
    await file.fill(text.replace("rank:", "rnk:"));
    await page.getByRole("list", { name: "Problems in the file" }).getByText("Did you mean rank?").waitFor();
    await page.getByRole("button", { name: /^line \d+$/ }).click();
    expect(await file.evaluate((area) => (area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : ""))).toContain("rnk:");
    expect(await page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    await file.fill("name: [");
    await page.getByText("The form comes back once the file can be read.").waitFor();
    await page.context().close();
  });

  it("takes a file that is dropped on any page and starts it", async () => {
    const page = await at("/queue");
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    const yaml = `name: dropped in\ntask: router-47\nbase: ${served.base}\nseeds: 1..2\narms:\n  - { name: base }\n  - { name: lora, lora: { rank: 4 } }\n`;
    await page.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.yaml"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, yaml);
    await page.getByRole("button", { name: "Start 3 runs" }).click();
    await page.getByRole("heading", { level: 1, name: "dropped in" }).waitFor();
    await page.getByText("0 of 3 runs finished; 3 waiting.").waitFor();
    await page.context().close();
  });
});

describe("notes", () => {
  it("are written, found, changed back and brought back", async () => {
    const page = await at("/experiment/coin-flip/notes");
    await page.getByRole("textbox", { name: "Write a note" }).fill("The **walrus** item is ambiguous.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("walrus").waitFor();
    expect(await page.locator("strong", { hasText: "walrus" }).count()).toBe(1);
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.getByRole("searchbox", { name: "Search in notes" }).fill("walrus");
    await page.locator("mark", { hasText: "walrus" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: /coin flip/ }).first().click();
    await page.getByRole("button", { name: "Remove" }).last().click();
    await page.getByText("The note was removed.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator("strong", { hasText: "walrus" }).waitFor();
    await page.context().close();
  });
});
