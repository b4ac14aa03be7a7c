import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneExperiment } from "../fixtures/lab/presets.ts";
import { openPage, serveLab, type ServedLab } from "./served-lab.ts";

const experimentName = "W".repeat(120);
const armName = "M".repeat(120);
let served: ServedLab;

beforeAll(async () => {
  const arms = ["{ name: base }", `{ name: ${armName}, lora: { rank: 4 } }`];
  served = await serveLab([oneExperiment({ id: "long", name: experimentName, arms, seeds: "1..3" }), oneExperiment({ id: "right-to-left", name: "שלום עולם", seeds: "1..2" })]);
}, 60_000);

afterAll(async () => {
  await served.close();
});

const at = (path: string): Promise<Page> => openPage(served, path);

/** Where a long name ends beyond the window, without dots that say so; figures cut their names themselves. */
function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const holds = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /WWWW|MMMM/.test(node.textContent ?? ""));
    const isCut = (element: Element): boolean => element.closest("svg, option, select") !== null || getComputedStyle(element).textOverflow === "ellipsis" || (element.parentElement !== null && getComputedStyle(element.parentElement).textOverflow === "ellipsis");
    const named = [...document.querySelectorAll("body *")].filter((element) => holds(element) && !isCut(element));
    return named.filter((element) => element.getBoundingClientRect().right > innerWidth).map((element) => `${element.tagName} in ${element.parentElement?.tagName ?? ""} ${element.parentElement?.className ?? ""}`);
  });
}

describe("a name of 120 letters without a blank", () => {
  it("stays inside the window on every page", async () => {
    const page = await at("/");
    await page.getByRole("list", { name: "Experiments" }).waitFor();
    const found: [string, readonly string[]][] = [["Lab", await sticksOut(page)]];
    for (const view of ["Flips", "Spread", "Agreement", "Labels", "Losses", "Bill", "Protocol", "Compare", "Runs", "Notes"]) {
      await page.goto(new URL(`/#/experiment/long/${view.toLowerCase()}`, served.url).href);
      const region = page.getByRole("region", { name: view, exact: true });
      await expect.poll(async () => (await region.innerText()).length, { message: view }).toBeGreaterThan(40);
      found.push([view, await sticksOut(page)]);
    }
    await page.goto(new URL("/#/queue", served.url).href);
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    found.push(["Queue", await sticksOut(page)]);
    expect(found.filter(([, names]) => names.length > 0)).toEqual([]);
    await page.context().close();
  }, 60_000);
});

it("a link to a job that is not there says so in its terminal", async () => {
  const page = await at("/queue/nobody");
  await page.getByRole("complementary", { name: "Terminal" }).getByText("There is no job nobody.").waitFor();
  await page.context().close();
});
