import { afterAll, beforeEach, expect } from "vitest";
import { changePassword } from "../../support/changed-password.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { found } from "../support/axe.ts";
import { clicks, countClicks } from "../support/clicks.ts";

const service = await testService();
afterAll(() => service.stop());

const changedPassword = "changed-demo-pass";
const files = ["Contacts", "Orders"];

beforeEach(async () => {
  for (const file of files) changePassword(service.sandbox, file, "api", "demo-pass");
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  const keys = rows.map(({ id }: { readonly id: number }) => id);
  if (keys.length > 0) await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys });
  await service.turn(20 * 60_000);
});

/** Creates two keys of an account whose password was changed in both of their files, and one of another account. */
async function failingKeys(): Promise<readonly string[]> {
  await service.aKey({ label: "Reporting", user: "Admin", pass: "full-access-pass" });
  const shop = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  const invoices = await service.aKey({ label: "Invoices", databases: files });
  for (const file of files) changePassword(service.sandbox, file, "api", changedPassword);
  const refused = (key: string, file: string) => service.raw("GET", recordsPath(file), { key });
  expect(await refused(shop, "Contacts.fmp12")).toRefuseLikeFileMaker("stored_credentials_refused");
  expect(await refused(invoices, "Orders.fmp12")).toRefuseLikeFileMaker("stored_credentials_refused");
  await service.settle();
  return [shop, invoices];
}

const homeSentence = "FileMaker Server rejects the account “api” in Contacts, Orders: 2 keys fail.";

verifies("keys:console:failing", async () => {
  await failingKeys();
  const { page, complaints } = await signedIn(service, "/");
  await page.getByRole("status").getByText(homeSentence).waitFor();
  expect(await found(page)).toEqual([]);
  await page.getByRole("link", { name: homeSentence }).click();
  const row = page.getByRole("row", { name: /Web shop/ });
  await row.getByText("Failing", { exact: true }).waitFor();
  await page.getByRole("row", { name: /Reporting/ }).waitFor({ state: "detached" });
  const line = page.getByText(/rejects the account “api” in Contacts, Orders\. 2 keys fail, rejected since/);
  await line.first().waitFor();
  expect(await line.count()).toBe(1);
  expect(await found(page)).toEqual([]);

  await page.goto(`${service.baseUrl}/svc/console/#/files/Contacts.fmp12?tab=access`);
  await page.getByText("Failing", { exact: true }).first().waitFor();
  await page.getByText("Sign-in failed for this file.").first().waitFor();
  expect(await found(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

verifies("keys:console:change-password", async () => {
  const keys = await failingKeys();
  const { page, complaints } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: homeSentence }).click();
  await page.getByRole("button", { name: "Change password…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the password of “api”" });
  await dialog.getByLabel("Password").fill("mistyped");
  await page.keyboard.press("Enter");
  await dialog.getByText("Orders.fmp12: wrong account or password").waitFor();
  expect(await found(page)).toEqual([]);
  await dialog.getByLabel("Password").fill(changedPassword);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Password updated for 2 keys").waitFor();
  await page.getByText("rejects the account").waitFor({ state: "detached" });
  expect(await clicks(page)).toBeLessThanOrEqual(3);
  for (const key of keys) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(complaints).toEqual([]);
});

verifies("keys:console:change-password", "a key with a file that doesn't open is listed with that file", async () => {
  await failingKeys();
  changePassword(service.sandbox, "Orders", "api", "another-demo-pass");
  const { page } = await signedIn(service, "/keys");
  await page.getByRole("button", { name: "Change password…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(changedPassword);
  await page.keyboard.press("Enter");
  await dialog.getByText("1 key keeps the old password because a file couldn't be opened:").waitFor();
  await dialog.getByText("Orders.fmp12: wrong account or password").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText(/rejects the account “api” in Contacts, Orders\. 1 key fails/).waitFor();
});
