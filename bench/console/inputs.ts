import type { Page } from "playwright";

/** Code for the page, as text: records the slowest time from an input to its paint, with the browser's timings. */
export const watchInputs = `window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });`;

/** Returns milliseconds; 0 if no input took as long as a frame. */
export function slowestInput(page: Page): Promise<number> {
  return page.evaluate<number>("window.slowest");
}
