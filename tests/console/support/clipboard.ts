import type { Page } from "playwright";

/** Runs in the page before its own scripts: windows of other tests write into the clipboard of the same browser. */
export const keepCopies = `if (navigator.clipboard) {
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = (text) => { window.lastCopy = text; return write(text); };
}`;

/** What the page has put into the clipboard last. */
export const clipboard = (page: Page) => page.evaluate("window.lastCopy ?? ''") as Promise<string>;

/** What the clipboard holds, once the page has reported that it copied. */
export async function copied(page: Page): Promise<string> {
  await page.getByText("Copied").first().waitFor();
  return clipboard(page);
}
