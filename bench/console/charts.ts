import { median } from "../statistics.ts";
import { framesOf } from "./frames.ts";
import { slowestInput, watchInputs } from "./inputs.ts";
import type { RunningConsole, Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const rounds = 5;
const series = 6;
const steps = 10_000;
/** Elements of a chart with data. */
const drawn = "main figure [role=application] svg path[d]";

/** Measures charts of a service whose keys have been calling for a year, and charts with more points than the service returns. */
export async function charts(console: RunningConsole): Promise<ConsoleValues> {
  return {
    chartHome: await firstChart(console, "/"),
    chartHomeYears: await firstChart(console, "/?range=2y"),
    chartKey: await firstChart(console, "/keys/7"),
    chartKeyYears: await firstChart(console, "/keys/7?range=2y"),
    ...(await manyPoints(console)),
  };
}

/** Measures the time from an address change to the frame with the first chart, in a new window each time. */
async function firstChart(console: RunningConsole, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const window = await console.window();
    await window.open("/settings");
    await window.page.locator("main h1").waitFor();
    // Until the code that the frame preloads is loaded.
    await window.page.waitForTimeout(500);
    times.push(await chartAfter(window, `location.hash = ${JSON.stringify(`#${path}`)}`));
    await window.close();
  }
  return median(times);
}

function chartAfter({ page }: Window, press: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    ${press};
    const look = () => {
      if (document.querySelector(${JSON.stringify(drawn)})) requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Measures charts with 60,000 points each: smoothness of scrolling, and delay of input on a slow processor. */
async function manyPoints(console: RunningConsole): Promise<ConsoleValues> {
  const window = await console.window();
  const { page, devtools } = window;
  await page.addInitScript(watchInputs);
  await page.route("**/svc/api/usage?*", (route) => route.fulfill({ json: manyFigures() }));
  await window.open("/");
  await page.locator(drawn).first().waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
  const { perSecond, p95Ms } = await framesOf(page, "html");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const chart = page.getByRole("application").first();
  await chart.focus();
  for (const key of ["End", "ArrowLeft", "PageUp", "ArrowUp", "Home", "ArrowRight"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  await chart.click();
  const table = page.getByRole("button", { name: "Show as table" }).first();
  await table.click();
  await page.getByRole("button", { name: "Show as chart" }).first().click();
  await table.waitFor();
  await page.waitForTimeout(500);
  const input = await slowestInput(page);
  await window.close();
  return { chartScrollRate: perSecond, chartScrollFrame: p95Ms, chartInput: input };
}

function manyFigures() {
  const stepSeconds = 60;
  const to = Math.floor(Date.now() / 60_000) * 60_000;
  const from = to - steps * stepSeconds * 1_000;
  const response = {
    ...{ metric: "calls", kind: "counter", unit: "calls", stepSeconds, gaps: [], groups: series, cursor: null },
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString(), countedTo: new Date(to).toISOString() },
    series: Array.from({ length: series }, (_, place) => ({
      labels: { outcome: `outcome ${place}` },
      isRest: false,
      statistic: ["p50", "p95", "p99"][place % 3],
      total: steps,
      values: Array.from({ length: steps }, (__, step) => ((step + 1) * 7_919 * (place + 1)) % 997),
    })),
  };
  return { messages: [{ code: 0, text: "OK" }], response };
}
