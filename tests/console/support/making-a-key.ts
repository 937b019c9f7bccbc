import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { copied } from "./clipboard.ts";
import { untilFocused } from "./focus.ts";

/** The dialog in which a Data API key is made, with the cursor in its first field. */
export async function createDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Create Data API key" });
  await untilFocused(dialog.getByLabel("Label"));
  return dialog;
}

/** Label and account are typed, files are pressed: a click for the field, and one for each file. */
export async function fillByPointer(page: Page, files: readonly string[]): Promise<void> {
  const dialog = await createDialog(page);
  await page.keyboard.type("Reporting");
  await dialog.getByLabel("Files").click();
  for (const file of files) await page.getByRole("option", { name: `${file}.fmp12` }).click();
  await typeAccount(page);
}

/** All of it is typed. */
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

/** From the field before the account. */
export async function typeAccount(page: Page, user = "api", pass = "demo-pass"): Promise<void> {
  await page.keyboard.press("Tab");
  await page.keyboard.type(user);
  await page.keyboard.press("Tab");
  await page.keyboard.type(pass);
}

/** Presses the dialog's button, copies the curl of the new key and answers it. */
export async function createAndCopyCurl(page: Page): Promise<string> {
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Copy curl" }).click();
  return copied(page);
}

/** A curl of the console reads records of Contacts; its key is the answer. */
export async function keyOfCurl(service: TestService, curl: string): Promise<string> {
  const [, address = "", key = ""] = /'(http[^']+)'[\s\S]*Bearer (dk_\w+)'/.exec(curl) ?? [];
  const path = address.slice(service.baseUrl.length);
  expect(path).toContain("/databases/Contacts.fmp12/");
  expect((await service.raw("GET", path, { key })).status).toBe(200);
  return key;
}
