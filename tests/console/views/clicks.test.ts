import type { Page } from "playwright";
import { afterAll, beforeEach, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { copied } from "../support/clipboard.ts";
import { createAndCopyCurl, fillByKeyboard, fillByPointer, keyOfCurl } from "../support/making-a-key.ts";
import { tabTo } from "../support/tab-to.ts";

const service = await testService();
afterAll(() => service.stop());

const keys = async () =>
  (await service.admin("GET", "/svc/api/api-key")).body.response?.["api-keys"] as readonly { readonly id: number }[];
beforeEach(async () => {
  const ids = (await keys()).map(({ id }) => id);
  if (ids.length > 0) await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys: ids });
});

/** Expects that the copied curl command works, and that its key also opens the second file. */
async function curlWorks(page: Page): Promise<void> {
  const key = await keyOfCurl(service, await copied(page));
  const layouts = await service.raw("GET", "/svc/fmi/data/vLatest/databases/Orders/layouts", { key });
  expect(layouts.status).toBe(200);
}

verifies("keys:console:clicks", "with the search it takes five", async () => {
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("create data");
  await page.getByRole("option", { name: "Create Data API key" }).waitFor();
  await page.keyboard.press("Enter");
  await fillByPointer(page, ["Contacts", "Orders"]);
  await createAndCopyCurl(page);
  expect(await clicks(page)).toBe(5);
  await curlWorks(page);
});

verifies("keys:console:clicks", "by keyboard it takes none", async () => {
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.getByText("No Data API keys yet").waitFor();
  await page.keyboard.press("c");
  await fillByKeyboard(page, "Reporting", ["Contacts", "Orders"]);
  await page.keyboard.press("Enter");
  await page.getByTestId("new-key").waitFor();
  const copy = page.getByRole("button", { name: "Copy curl" });
  await tabTo(page, copy);
  await page.keyboard.press("Enter");
  await curlWorks(page);
  expect(await clicks(page)).toBe(0);
});

verifies("keys:console:delete", "all keys that were never used are deleted with five clicks", async () => {
  const used = await service.aKey({ label: "Web shop" });
  for (const label of ["Forgotten", "Forgotten too", "Never tried"]) await service.aKey({ label });
  await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key: used });
  await service.settle();
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "API Keys" }).first().click();
  await page.getByRole("button", { name: /^Never used/ }).click();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 3 keys" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await clicks(page)).toBe(5);
  expect(await keys()).toMatchObject([{ label: "Web shop" }]);
});

verifies("system:console:which-server", async () => {
  await service.admin("PATCH", "/svc/api/settings", { serverNickname: "Acme Files", environmentTag: "PROD" });
  for (const path of ["/", "/keys", "/files/Contacts.fmp12", "/settings/about"]) {
    const { page } = await signedIn(service, path, {}, countClicks);
    await expect.poll(() => page.title(), { message: path }).toMatch(/^● PROD Acme Files — /);
    await page.getByRole("banner").getByText("PROD").waitFor();
    await page.locator("aside").getByText("Acme Files").waitFor();
    expect(await clicks(page)).toBe(0);
    // On a phone, the menu is in a drawer, and the header shows the name instead.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("banner").getByText("PROD").waitFor();
    await page.getByRole("banner").getByText("Acme Files").waitFor();
  }
});
