import { mkdirSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, CDPSession, Page } from "playwright";
import { buildConsole } from "../../local-runtime/console/console-build.ts";
import { startChromium } from "../../tests/support/chromium.ts";
import { startProgram } from "../machine/program.ts";
import type { Use } from "../machine/with-resources.ts";
import { announcedPort } from "../peers/node-peer.ts";

export const logLines = 1_050_010;
export const logName = "svc-receiver.log";
/** Returns a line of the long log. */
export const logLine = (number: number) => `{"time":"2026-11-20T09:00:00.000Z","number":${number}}`.padEnd(63);

/** Browser window with the console, with an empty cache. */
export interface Window {
  readonly page: Page;
  readonly devtools: CDPSession;
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Demo with a data folder, and a browser. */
export interface RunningConsole {
  readonly origin: string;
  window(options?: { readonly isSignedIn?: boolean; readonly isSlow?: boolean }): Promise<Window>;
  /** Appends to the long log. */
  append(text: string): Promise<void>;
}

/** Creates a data folder with the long log. */
export async function longLogFolder(directory: string): Promise<string> {
  const data = join(directory, "console");
  mkdirSync(join(data, "logs"), { recursive: true });
  const lines = Array.from({ length: logLines }, (_, number) => `${logLine(number)}\n`);
  await writeFile(join(data, "logs", logName), lines.join(""));
  return data;
}

export async function runningConsole(use: Use, data: string): Promise<RunningConsole> {
  await buildFirst();
  const program = use(
    await startProgram({
      command: process.execPath,
      args: [fileURLToPath(new URL("../../local-runtime/start.mjs", import.meta.url)), "demo"],
      core: undefined,
      environment: { PORT: "0", DATA_DIR: data },
      ready: announcedPort,
    }),
  );
  const origin = `http://127.0.0.1:${program.readiness}`;
  const { browser, stop } = await startChromium();
  use({ [Symbol.asyncDispose]: stop });
  const signedIn = await browser.newContext();
  await signedIn.request.post(`${origin}/svc/api/session`, {
    headers: { Origin: origin },
    data: { user: "admin", pass: "admin-pass" },
  });
  const cookies = await signedIn.storageState();

  return {
    origin,
    append: (text) => appendFile(join(data, "logs", logName), text),
    async window({ isSignedIn = true, isSlow = false } = {}) {
      const context: BrowserContext = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...(isSignedIn && { storageState: cookies }),
      });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      if (isSlow) await slowDown(devtools);
      return {
        page,
        devtools,
        open: async (path) => void (await page.goto(`${origin}/svc/console/#${path}`)),
        close: () => context.close(),
      };
    },
  };
}

/** Builds the console first; otherwise the service would build it during the measurement. */
async function buildFirst(): Promise<void> {
  const failures: string[] = [];
  await buildConsole(fileURLToPath(new URL("../../", import.meta.url)), (reason) => failures.push(reason)).over;
  if (failures.length > 0) throw new Error(`Couldn't build the console: ${failures.join("\n")}`);
}

async function slowDown(devtools: CDPSession): Promise<void> {
  const bytesPerSecond = 9_000_000 / 8;
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 170,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Returns used megabytes after garbage collection. */
export async function heapMegabytes(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}
