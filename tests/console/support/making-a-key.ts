import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { copied } from "./clipboard.ts";
import { untilFocused } from "./focus.ts";

/** Opens the dialog for creating a Data API key and returns it; the cursor is in its first field. */
export async function createDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Create Data API key" });
  await untilFocused(dialog.getByLabel("Label"));
  return dialog;
}

/** Types label and account, and picks files by pointer: one click for the field, and one for each file. */
export async function fillByPointer(page: Page, files: readonly string[]): Promise<void> {
  const dialog = await createDialog(page);
  await page.keyboard.type("Reporting");
  await dialog.getByLabel("Files").click();
  for (const file of files) await page.getByRole("option", { name: `${file}.fmp12` }).click();
  await typeAccount(page);
}

/** Fills in all fields by keyboard. */
export async function fillByKeyboard(page: Page, label: string, files: readonly string[]): Promise<void> {
  const dialog = await createDialog(page);
  await page.keyboard.type(label);
  await page.keyboard.press("Tab");
  for (const file of files) {
    await page.keyboard.type(file);
    await page.getByRole("option", { name: `${file}.fmp12` }).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: `Remove ${file}.fmp12` }).waitFor();
  }
  await typeAccount(page);
}

/** Types the account, starting in the field before it. */
export async function typeAccount(page: Page, user = "api", pass = "demo-pass"): Promise<void> {
  await page.keyboard.press("Tab");
  await page.keyboard.type(user);
  await page.keyboard.press("Tab");
  await page.keyboard.type(pass);
}

/** Presses the dialog's button, and returns the copied curl command of the new key. */
export async function createAndCopyCurl(page: Page): Promise<string> {
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Copy curl" }).click();
  return copied(page);
}

/** Expects that a curl command of the console reads records of Contacts. Returns its key. */
export async function keyOfCurl(service: TestService, curl: string): Promise<string> {
  const [, address = "", key = ""] = /'(http[^']+)'[\s\S]*Bearer (dk_\w+)'/.exec(curl) ?? [];
  const path = address.slice(service.baseUrl.length);
  expect(path).toContain("/databases/Contacts.fmp12/");
  expect((await service.raw("GET", path, { key })).status).toBe(200);
  return key;
}
