import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser, type Page, ProtocolError } from "puppeteer-core";
import { expect } from "vitest";
import type { RequirementId } from "../../requirements.ts";
import { verifies } from "../../support/verifies.ts";

/**
 * Returns this machine's Firefox for a test file. Without one, prints a warning and adds a test whose title says that `what` was not tried.
 */
export function firefoxFor(id: RequirementId, what: string): string | undefined {
  const program = firefoxPath();
  if (program === undefined) {
    console.warn(`\nFIREFOX IS NOT INSTALLED: ${what} not tried in it. Install firefox-esr, or set FIREFOX_PATH.\n`);
    verifies(id, "NOT TESTED in Firefox, which isn't installed here", () => {
      expect(firefoxPath()).toBeUndefined();
    });
  }
  return program;
}

/** Returns the path in `FIREFOX_PATH`, or the first Firefox on the path. */
function firefoxPath(): string | undefined {
  const own = process.env.FIREFOX_PATH;
  if (own) return own;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => [join(folder, "firefox-esr"), join(folder, "firefox")]).find(isProgram);
}

export function startFirefox(program: string): Promise<Browser> {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless: true,
    // Each page is resized with `resizePage`.
    defaultViewport: null,
    // Tests set no time limits; vitest has one for a test that hangs.
    timeout: 0,
    protocolTimeout: 0,
    extraPrefsFirefox: { "intl.accept_languages": "en-GB" },
  });
}

/** Resizes a page. Firefox before 153 can't override the screen orientation, which Puppeteer sets along with the size. */
export async function resizePage(page: Page, width: number, height: number): Promise<void> {
  try {
    await page.setViewport({ width, height });
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError && thrown.message.includes("setScreenOrientationOverride"))) throw thrown;
  }
  await expect.poll(() => page.evaluate("[innerWidth, innerHeight]")).toEqual([width, height]);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // The file is missing or not executable.
  }
}
