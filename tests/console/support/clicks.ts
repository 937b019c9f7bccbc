import type { Page } from "playwright";

/**
 * Runs in the page before its own scripts: counts what is pressed behind the sign-in. On the document: what Playwright holds back at
 * the window, since something else lies there by now, has been pressed by nobody.
 */
export const countClicks = countClicksAt("document");

/** The same where nothing is held back: at the window. */
export function countClicksAt(place: "document" | "window"): string {
  return `${place}.addEventListener("pointerdown", () => {
  const { dataset } = document.documentElement;
  if (document.querySelector("aside")) dataset.clicks = Number(dataset.clicks ?? 0) + 1;
}, true)`;
}

/** How often something was pressed since the page was loaded. */
export async function clicks(page: Page): Promise<number> {
  return Number((await page.locator("html").getAttribute("data-clicks")) ?? 0);
}
