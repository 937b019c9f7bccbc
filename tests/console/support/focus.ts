import type { Locator } from "playwright";

/** Resolves when this has the focus: what opens, closes or refuses moves it a moment later. */
export function untilFocused(wanted: Locator): Promise<void> {
  return wanted.and(wanted.page().locator(":focus")).waitFor();
}
