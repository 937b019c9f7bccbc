import type { Page } from "playwright";

/** Runs in the page before its own scripts: counts what is pressed behind the sign-in. */
export const countClicks = `addEventListener("pointerdown", () => {
  const { dataset } = document.documentElement;
  if (document.querySelector("aside")) dataset.clicks = Number(dataset.clicks ?? 0) + 1;
}, true)`;

/** How often something was pressed since the page was loaded. */
export async function clicks(page: Page): Promise<number> {
  return Number((await page.locator("html").getAttribute("data-clicks")) ?? 0);
}
