import type { Page } from "playwright";
import { percentile } from "../statistics.ts";

/** Smoothness of scrolling. */
interface Frames {
  readonly perSecond: number;
  readonly p95Ms: number;
}

/** Scrolls for 120 frames, with the speed of a fast wheel. */
export async function framesOf(page: Page, selector: string): Promise<Frames> {
  const times = await page.evaluate<readonly number[]>(`new Promise((resolve) => {
    const box = document.querySelector(${JSON.stringify(selector)});
    const times = [];
    let last;
    const step = (now) => {
      if (last !== undefined) times.push(now - last);
      last = now;
      box.scrollTop += 60;
      if (times.length < 120) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  })`);
  const spent = times.reduce((sum, one) => sum + one, 0);
  const ascending = times.toSorted((one, other) => one - other);
  return { perSecond: (times.length * 1_000) / spent, p95Ms: percentile(ascending, 0.95) };
}
