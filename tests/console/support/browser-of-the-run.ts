import { chromium as playwright } from "playwright";
import type { TestProject } from "vitest/node";
import { chromium } from "../../support/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which this run's browser accepts connections; every test has its own context there. */
    readonly browser: string;
  }
}

/** Starts one browser for all files of a run. */
export default async function browserOfTheRun({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const { executablePath, args, env } = await chromium(config.env?.CHROMIUM_PATH);
  const server = await playwright.launchServer({ executablePath, args: [...args], env });
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
