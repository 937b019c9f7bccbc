import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { foundInBothModes } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

const search = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill(typed);
};
const options = (page: Page) => page.getByRole("option");

verifies("system:console:search", "an Admin API key is found by its label, and by its last four", async () => {
  const key = await service.anAdminKey("Deploy script");
  const { page } = await signedIn(service);
  for (const typed of ["deploy", key.slice(-4)]) {
    await search(page, typed);
    await options(page).filter({ hasText: "Deploy script" }).click();
    await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/keys/admin?q=Deploy+script");
    await page.getByRole("row", { name: /Deploy script/ }).waitFor();
  }
});

verifies("system:console:search", "the number of a process leads to it, however long ago it ran", async () => {
  const { page } = await signedIn(service);
  await search(page, "4711");
  await options(page).filter({ hasText: "Process 4711" }).click();
  await page.getByText("There is no such process").waitFor();
  expect(new URL(page.url()).hash).toBe("#/processes/4711");
});

verifies("system:console:search", "what was chosen last comes first, also before anything is typed", async () => {
  const { page } = await signedIn(service);
  await search(page, "orders");
  await options(page)
    .filter({ hasText: /^Orders\.fmp12/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Orders.fmp12" }).waitFor();
  await search(page, "audit");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Audit trail" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Audit trail" }).waitFor();
  await search(page, "");
  await options(page).filter({ hasText: "Orders.fmp12" }).waitFor();
  expect(await options(page).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("Audit trail"), expect.stringContaining("Home")]),
  );
  expect((await options(page).allTextContents()).slice(0, 2)).toEqual([
    expect.stringContaining("Audit trail"),
    expect.stringContaining("Orders.fmp12"),
  ]);
});

verifies(
  "system:console:search",
  "the number of an error is explained where one is, of FileMaker's as well",
  async () => {
    const { page } = await signedIn(service, "/keys");
    for (const [typed, cause] of [
      ["952", "FileMaker 952"],
      ["18032", "Latchkey 18032"],
    ] as const) {
      await search(page, typed);
      await options(page).filter({ hasText: cause }).first().waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: cause });
      await dialog.getByText("Usual cause").waitFor();
      await dialog.getByText("Next step").waitFor();
      expect(await foundInBothModes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(new URL(page.url()).hash).toBe("#/keys");
    }
  },
);
