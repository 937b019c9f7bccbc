import type { Page } from "playwright";

export const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()") as Promise<string>;

/** What the clipboard holds, once the page has reported that it copied. */
export async function copied(page: Page): Promise<string> {
  await page.getByText("Copied").first().waitFor();
  return clipboard(page);
}
