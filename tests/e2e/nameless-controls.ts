import type { Page } from "playwright-core";

/** Controls and pictures that a screen reader could not name, as the start of their markup. */
export async function namelessControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const labelOf = (element: Element): string => {
      const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
      return isField ? [...(element.labels ?? [])].map((label) => label.textContent).join(" ") : "";
    };
    return [...document.querySelectorAll("a, button, input, select, textarea, [role=img]")]
      .filter((element) => `${element.getAttribute("aria-label") ?? ""}${element.textContent}${labelOf(element)}`.trim() === "")
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
