import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** Presses Tab until the element has the focus. @throws after forty presses */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let tabs = 0; !(await isThere()); tabs += 1) {
    expect(tabs).toBeLessThan(40);
    await page.keyboard.press("Tab");
  }
}
