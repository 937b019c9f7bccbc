import { median } from "../statistics.ts";
import type { RunningConsole, Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const rounds = 5;

/** Measures transfers, and the times until something is visible and usable. Every window starts with an empty cache. */
export async function loading(console: RunningConsole): Promise<ConsoleValues> {
  const signIn = await weights(console, false, 'input[name="username"]');
  const keys = await weights(console, true, "main table, main h1");
  return {
    signInScript: signIn.script,
    signInStyle: signIn.style,
    signInRequests: signIn.requests,
    signInWire: signIn.all,
    keysWire: keys.all,
    paint: await times(() => paint(console, false)),
    paintThrottled: await times(() => paint(console, true)),
    keysUsable: await times(() => keysUsable(console, false)),
    keysUsableThrottled: await times(() => keysUsable(console, true)),
  };
}

async function times(take: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await take());
  return median(taken);
}

/** Returns transferred kilobytes and the number of requests. */
async function weights(console: RunningConsole, isSignedIn: boolean, ready: string) {
  const window = await console.window({ isSignedIn });
  const kinds = new Map<string, string>();
  const bytes = { script: 0, style: 0, all: 0 };
  window.devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  window.devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes.all += encodedDataLength;
    if (kind === "Script") bytes.script += encodedDataLength;
    if (kind === "Stylesheet") bytes.style += encodedDataLength;
  });
  await window.open("/keys");
  await window.page.locator(ready).first().waitFor();
  await settled(window);
  await window.close();
  return {
    script: bytes.script / 1_000,
    style: bytes.style / 1_000,
    all: bytes.all / 1_000,
    requests: kinds.size,
  };
}

async function paint(console: RunningConsole, isSlow: boolean): Promise<number> {
  const window = await console.window({ isSignedIn: false, isSlow });
  await window.open("/");
  await window.page.getByLabel("Account").waitFor();
  // The browser reports a paint with a delay.
  const at = await window.page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
    }).observe({ type: "paint", buffered: true });
  })`);
  await window.close();
  return at;
}

/** Measures the time until the list is loaded and the button next to it reacts. */
async function keysUsable(console: RunningConsole, isSlow: boolean): Promise<number> {
  const window = await console.window({ isSlow });
  await window.page.addInitScript(`
    const look = () => {
      const main = document.querySelector("main");
      const isThere = main?.querySelector("table tbody tr") || main?.textContent.includes("No Data API keys yet");
      const button = [...(main?.querySelectorAll("button:enabled") ?? [])].some((each) => each.textContent.includes("Create key"));
      if (isThere && button) performance.mark("usable");
      else requestAnimationFrame(look);
    };
    look();`);
  await window.open("/keys");
  await window.page.getByRole("button", { name: "Create key" }).first().waitFor();
  const at = await window.page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      const [mark] = performance.getEntriesByName("usable");
      if (mark) resolve(mark.startTime);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  await window.close();
  return at;
}

/** Waits half a second after the last answer, so that preloaded code counts as well. */
async function settled({ page }: Window): Promise<void> {
  await page.waitForTimeout(500);
}
