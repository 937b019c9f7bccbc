import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aWindow, signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

const icon = async (page: Page) =>
  decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute("href")) ?? "");
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`);

verifies("system:console:theme", "the browser tab has the theme color, starting at sign-in", async () => {
  await service.admin("PATCH", "/svc/api/settings", { themeColor: "yellow" });
  const { page, open, signIn } = await aWindow(service);
  await open();
  await expect.poll(() => icon(page)).toContain('fill="#ffff00"');
  expect(await icon(page)).toContain('stroke="#000000"');
  await signIn();
  await service.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
  await expect.poll(() => icon(page)).toContain('fill="#000080"');
});

verifies(
  "system:console:accessible",
  "pressed, selected, and enabled controls are visible with only the system's colors",
  async () => {
    await service.aKey({ label: "Web shop" });
    const { page } = await signedIn(service, "/keys", { forcedColors: "active" });
    await page.getByRole("button", { name: /^Never used/ }).click();
    const background = (selector: string) => styleOf(page, selector, "backgroundColor");
    const [plain, chosen] = [await background("aside"), await background('[aria-pressed="true"]')];
    expect(chosen).not.toBe(plain);
    expect(await background('nav [data-status="active"]')).toBe(chosen);
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByRole("switch", { name: "Data API", exact: true }).waitFor();
    expect(await background('[role="switch"][aria-checked="true"]')).toBe(chosen);
    expect(await background('[role="switch"][aria-checked="true"] > *')).not.toBe(chosen);
    expect(await background('[role="switch"][aria-checked="false"] > *')).not.toBe(
      await background('[role="switch"][aria-checked="false"]'),
    );
  },
);

verifies("system:console:layout", "in print there is only the page, without menu, header, and buttons", async () => {
  const { page } = await signedIn(service, "/keys");
  await page.getByText("Web shop").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("aside").isVisible()).toBe(false);
  expect(await page.getByText("Search or jump to…").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Create key" }).count()).toBe(0);
  expect(await page.getByText("Web shop").isVisible()).toBe(true);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
});

verifies("system:console:states", "a browser without JavaScript gets a message", async () => {
  const { page, open } = await aWindow(service, { javaScriptEnabled: false });
  await open();
  const sentence = page.locator("noscript p");
  expect(await sentence.isVisible()).toBe(true);
  expect(await sentence.textContent()).toContain("This console needs JavaScript.");
});
