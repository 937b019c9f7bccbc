import type { Page } from "playwright";

/**
 * Script text that runs before the page's own scripts: records copies, because windows of other tests write to the same browser's
 * clipboard.
 */
export const keepCopies = `if (navigator.clipboard) {
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = (text) => { window.lastCopy = text; return write(text); };
}`;

/** Returns the text that the page copied last. */
export const clipboard = (page: Page) => page.evaluate("window.lastCopy ?? ''") as Promise<string>;

/** Returns the clipboard's text, once the page has reported that it copied. */
export async function copied(page: Page): Promise<string> {
  await page.getByText("Copied").first().waitFor();
  return clipboard(page);
}
