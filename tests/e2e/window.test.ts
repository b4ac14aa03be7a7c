import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { needed, openWindowOn, picture, stopEngine } from "./launch-window.ts";

const folder = mkdtempSync(join(tmpdir(), "flipbook-window-"));
const lab = join(folder, "lab");

afterAll(() => {
  stopEngine(lab);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

/** Two adapters of few steps on the first layers of the built-in model. */
const sweep = `name: two small adapters
task: router-47
base: ${needed("FLIPBOOK_BASE_TINY")}
paths: { peft: { dtype: fp32 } }
seeds: 1..2
arms:
  - { name: base }
  - { name: lora, lora: { rank: 4, alpha: 8 }, train: { lr: 1e-3, epochs: 1, max_steps: 4 } }
score: { batch: 16, repeats: 2, max_new_tokens: 12 }
`;

describe("the window", () => {
  it("starts a sweep by clicks, closes, opens again and shows which items flipped", { timeout: 280_000 }, async () => {
    const first = await openWindowOn(lab);
    await first.page.getByRole("heading", { name: "An empty lab" }).waitFor();
    await picture(first.page, "window-empty");
    await first.page.getByRole("button", { name: "New sweep" }).click();
    await first.page.getByRole("textbox", { name: "Experiment file" }).fill(sweep);
    const start = first.page.getByRole("button", { name: "Start 3 runs" });
    await picture(first.page, "window-new-sweep");
    await start.click();
    await first.page.getByRole("heading", { name: "two small adapters" }).waitFor();
    await picture(first.page, "window-started");
    await first.app.close();

    // The engine and its jobs go on without a window.
    const second = await openWindowOn(lab);
    await second.page.getByRole("link", { name: "two small adapters" }).first().click();
    await second.page.getByText("3 of 3 runs").first().waitFor({ timeout: 240_000 });
    await second.page.getByRole("link", { name: "Flips" }).click();
    const grid = second.page.getByRole("grid");
    await grid.waitFor();
    expect(Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThanOrEqual(1);
    await picture(second.page, "window-flips");
    await second.app.close();
  });

  it("gives its page no way to Node, to other pages or to other origins", { timeout: 60_000 }, async () => {
    const { app, page } = await openWindowOn(lab);
    await page.getByRole("navigation").first().waitFor();
    const seen = await page.evaluate(async () => ({
      node: typeof Reflect.get(window, "require") !== "undefined" || typeof Reflect.get(window, "process") !== "undefined",
      opened: window.open("https://example.org/") !== null,
      fetched: await fetch("http://127.0.0.1:9/").then(() => true, () => false),
      outside: (await fetch("/..%2f..%2fpackage.json").catch(() => null))?.status ?? 0,
    }));
    expect(seen).toMatchObject({ node: false, opened: false, fetched: false });
    expect(seen.outside).not.toBe(200);
    await page.evaluate(() => {
      window.location.href = "https://example.org/";
    });
    expect(page.url()).toMatch(/^flipbook:\/\/lab\//);
    // Electron answers this at run time but leaves it out of its types.
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const ask: unknown = contents === undefined ? null : Reflect.get(contents, "getLastWebPreferences");
      return typeof ask === "function" ? (Reflect.apply(ask, contents, []) as unknown) : null;
    });
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
    await app.close();
  });
});
