import { median } from "../statistics.ts";
import { slowestInput, watchInputs } from "./inputs.ts";
import { heapMegabytes, type RunningConsole, type Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const pages = ["Databases", "API Keys", "Tasks", "Audit trail", "Settings", "Home"] as const;
const changes = 60;

/** Measures page changes with everything in memory, their memory use, and the delay of input. */
export async function changingPages(console: RunningConsole): Promise<ConsoleValues> {
  const window = await console.window();
  await window.open("/");
  await window.page.locator("main h1").waitFor();
  const times = new Map<string, number[]>();
  const round = async () => {
    for (const name of pages) times.set(name, [...(times.get(name) ?? []), await change(window, name)]);
  };
  await round();
  await round();
  times.clear();
  const before = await heapMegabytes(window.devtools);
  for (let done = 0; done < changes; done += pages.length) await round();
  const after = await heapMegabytes(window.devtools);
  await window.close();
  return {
    pageChange: Math.max(...[...times.values()].map(median)),
    heapGrowth: Math.max(0, after - before),
    inputToPaint: await inputToPaint(console),
  };
}

/** Measures the time from a press on a menu entry to the frame with the page's heading. */
function change({ page }: Window, name: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    [...document.querySelectorAll("aside a")].find((each) => each.textContent.trim() === ${JSON.stringify(name)}).click();
    const look = () => {
      const isThere = document.querySelector("main h1")?.textContent === ${JSON.stringify(name)};
      if (isThere || (${JSON.stringify(name)} === "Home" && location.hash === "#/" && document.querySelector("main h1")))
        requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Measures the slowest input while visiting the pages, with the browser's timings. */
async function inputToPaint(console: RunningConsole): Promise<number> {
  const window = await console.window();
  const { page, devtools } = window;
  await page.addInitScript(watchInputs);
  await window.open("/");
  await page.locator("main h1").waitFor();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const name of pages) {
    await page.locator("aside a").filter({ hasText: name }).first().click();
    await page.locator("main h1").waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press("/");
    await page.keyboard.type("ab");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).waitFor();
    await page.keyboard.type("log");
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
  }
  const slowest = await slowestInput(page);
  await window.close();
  return slowest;
}
