import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { startChromium } from "../support/chromium.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const [service, { browser, stop }] = await Promise.all([testService(), startChromium()]);
afterAll(async () => {
  await stop();
  await service.stop();
});

/** Opens a page of the documentation. Returns it, and all complaints of the browser. */
async function opened(path: string, scheme: "light" | "dark" = "light"): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(request.url()));
  await page.goto(`${service.baseUrl}${path}`);
  return { page, complaints };
}

for (const scheme of ["light", "dark"] as const) {
  verifies("system:docs:page", `in ${scheme}, nothing is hard to read or hidden from a screen reader`, async () => {
    for (const [path, one] of [
      ["/svc/apidoc/", "#updateSettings"],
      ["/svc/apidoc/errors", "#key_not_found"],
    ] as const) {
      const { page, complaints } = await opened(path, scheme);
      // One operation is enough, since all look alike, and the first link.
      await page.evaluate(
        `for (const one of document.querySelectorAll("article:not(${one}), nav li ~ li")) one.remove()`,
      );
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
}

verifies("system:docs:page", "an operation is found, opened, and left by keyboard", async () => {
  const { page, complaints } = await opened("/svc/apidoc/");
  const shown = () => page.locator("article:visible").count();
  const all = await shown();
  await page.keyboard.press("/");
  await page.keyboard.type("prerequisites");
  expect(await shown()).toBe(1);
  expect(await page.getByRole("status").textContent()).toBe("1 operation");
  expect(await page.locator("nav li[data-for]:visible").count()).toBe(1);
  // Skip the links that are always there.
  for (let count = 0; count < 4; count += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  // The browser navigates shortly after the key press.
  await page.waitForURL(({ hash }) => hash === "#checkPrerequisites");
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  expect(await shown()).toBe(all);
  expect(complaints).toEqual([]);
  await page.context().close();
});

verifies("system:docs:page", "the first tab stop skips the table of contents", async () => {
  const { page } = await opened("/svc/apidoc/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("content");
  await page.context().close();
});

verifies("system:docs:page", "on a small screen, nothing overflows the page", async () => {
  const { page } = await opened("/svc/apidoc/");
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await page.context().close();
});

verifies("system:docs:page", "without scripts it is complete, and only the search is missing", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/svc/apidoc/`);
  expect(await page.locator("article:visible").count()).toBeGreaterThan(20);
  expect(await page.locator("search:visible").count()).toBe(0);
  await context.close();
});
