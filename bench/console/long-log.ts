import { percentile } from "../statistics.ts";
import { framesOf } from "./frames.ts";
import { heapMegabytes, logLine, logLines, logName, type RunningConsole, type Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const burst = 50_000;

/** Measures the log viewer with a log that is higher than the maximum height of an element. */
export async function longLog(console: RunningConsole): Promise<ConsoleValues> {
  const window = await console.window();
  const { page, devtools } = window;
  const open = async () => {
    await window.open(`/logs/${logName}`);
    await shown(window, logLines - 1);
    return page.evaluate<number>(
      "performance.getEntriesByName('log-filled')[0].startTime - performance.getEntriesByName('log-open')[0].startTime",
    );
  };
  await open();
  await page.goto("about:blank");
  const logOpen = await open();
  const jumps: number[] = [];
  for (const share of [0.1, 0.9, 0.33, 0.66, 0.02, 0.5, 0.75, 0.2]) jumps.push(await jump(window, share));
  const { perSecond, p95Ms } = await framesOf(page, "[role=log]");
  const logHeap = await heapMegabytes(devtools);
  await page.evaluate("document.querySelector('[role=log]').focus()");
  await page.keyboard.press("End");
  await shown(window, logLines - 1);
  const appended: number[] = [];
  for (let number = logLines; number < logLines + 5; number += 1)
    appended.push(await appears(console, window, number, number));
  const logBurst = await appears(console, window, logLines + 5, logLines + 4 + burst);
  await window.close();
  return {
    logOpen,
    logJump: Math.max(...jumps),
    logScrollRate: perSecond,
    logScrollFrame: p95Ms,
    logHeap,
    logAppend: percentile(
      appended.toSorted((one, other) => one - other),
      0.5,
    ),
    logBurst,
  };
}

/** Measures the time from a move of the scroll thumb until all rows are filled. */
function jump({ page }: Window, share: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const log = document.querySelector("[role=log]");
    const began = performance.now();
    log.scrollTop = ${share} * (log.scrollHeight - log.clientHeight);
    const look = () => {
      const rows = [...log.querySelectorAll("[data-row]")];
      const isFar = rows.length > 0 && Math.abs(Number(rows[0].dataset.row) / ${logLines} - ${share}) < 0.02;
      if (isFar && rows.every((row) => row.textContent.includes("number="))) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}

/** Measures the time from writing lines until the last one is visible. */
async function appears(console: RunningConsole, window: Window, first: number, last: number): Promise<number> {
  const text = Array.from({ length: last - first + 1 }, (_, index) => `${logLine(first + index)}\n`).join("");
  const began = performance.now();
  await console.append(text);
  await shown(window, last);
  return performance.now() - began;
}

/** Resolves in the frame in which the row is visible. */
function shown({ page }: Window, number: number): Promise<void> {
  return page.evaluate<void>(`new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll("[role=log] [data-row]")];
      if (rows.some((row) => row.textContent.includes("number=${number}"))) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
