import type { Page } from "playwright";

/**
 * Script text that runs before the page's own scripts: counts presses after sign-in. It listens on the document: presses that Playwright
 * blocks at the window, because another element now covers the target, didn't happen for a user.
 */
export const countClicks = countClicksAt("document");

/** Returns the same script for a given place; the window is for drivers that block no presses. */
export function countClicksAt(place: "document" | "window"): string {
  return `${place}.addEventListener("pointerdown", () => {
  const { dataset } = document.documentElement;
  if (document.querySelector("aside")) dataset.clicks = Number(dataset.clicks ?? 0) + 1;
}, true)`;
}

/** Returns the number of clicks since the page was loaded. */
export async function clicks(page: Page): Promise<number> {
  return Number((await page.locator("html").getAttribute("data-clicks")) ?? 0);
}
