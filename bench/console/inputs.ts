import type { Page } from "playwright";

/** In the page, as text: keeps how long the slowest press or key took until it was painted, as the browser times it. */
export const watchInputs = `window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });`;

/** Milliseconds; 0 where none took as long as a frame. */
export function slowestInput(page: Page): Promise<number> {
  return page.evaluate<number>("window.slowest");
}
