import type { Locator } from "playwright";

/** Resolves when this element has the focus: opening, closing or rejecting moves the focus with a short delay. */
export function untilFocused(wanted: Locator): Promise<void> {
  return wanted.and(wanted.page().locator(":focus")).waitFor();
}
