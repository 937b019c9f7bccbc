import { chromium as playwright } from "playwright";
import type { TestProject } from "vitest/node";
import { chromium } from "../../support/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser of this run takes connections; every test has a context of its own there. */
    readonly browser: string;
  }
}

/** One browser for all files of a run. */
export default async function browserOfTheRun({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const { executablePath, args, env } = await chromium(config.env?.CHROMIUM_PATH);
  const server = await playwright.launchServer({ executablePath, args: [...args], env });
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
