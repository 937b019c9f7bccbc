import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
beforeAll(() => service.aKey({ label: "Web shop" }));
afterAll(() => service.stop());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const createDialog = (page: Page) => page.getByRole("dialog", { name: "Create Data API key" });

verifies("system:console:keyboard", "two letters lead to every page of the menu", async () => {
  const { page } = await signedIn(service, "/keys");
  for (const [letter, name] of [
    ["h", "Home"],
    ["f", "Databases"],
    ["b", "File Browser"],
    ["k", "API Keys"],
    ["w", "Webhooks"],
    ["p", "Tasks"],
    ["l", "svc-info.log"],
    ["a", "Audit trail"],
    ["s", "Settings"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await heading(page, name).waitFor();
  }
});

verifies(
  "system:console:keyboard",
  "single-letter shortcuts are turned off in their list, for this browser and permanently",
  async () => {
    const { page } = await signedIn(service, "/keys");
    await page.getByRole("row", { name: /Web shop/ }).waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard" });
    await list.getByRole("switch").click();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await page.getByRole("row", { name: /Web shop/ }).waitFor();
      await page.keyboard.press("c");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      // Keys are handled in order: once the search is open, the letters before it have taken effect.
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).waitFor();
      expect(await createDialog(page).count()).toBe(0);
      expect(new URL(page.url()).hash).toBe("#/keys");
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: "Search" }).waitFor({ state: "detached" });
    }
  },
);

verifies("system:console:keyboard", "letters in a menu select menu items, and do nothing else", async () => {
  const { page } = await signedIn(service, "/keys");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("menuitemcheckbox", { name: "Created" }).and(page.locator(":focus")).waitFor();
  for (const key of ["g", "h"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await createDialog(page).count()).toBe(0);
  expect(new URL(page.url()).hash).toBe("#/keys");
});
