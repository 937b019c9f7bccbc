import { afterAll, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { found } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

/** A key whose account FileMaker Server has refused. */
async function aFailingKey(label: string): Promise<void> {
  const key = await service.aKey({ label, databases: ["Contacts", "Orders"] });
  service.sandbox.faults.set({ kind: "wrongPassword" });
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("stored_credentials_refused");
  service.sandbox.faults.clear();
  await service.settle();
}

verifies("keys:console:failing", async () => {
  await service.aKey({ label: "Reporting", user: "Admin", pass: "full-access-pass" });
  await aFailingKey("Web shop");

  const { page, complaints } = await signedIn(service, "/");
  await page.getByRole("status").getByText("1 key is refused by FileMaker Server.").waitFor();
  await page.getByText("Refused by FileMaker Server", { exact: true }).waitFor();
  expect(await found(page)).toEqual([]);
  await page.goto(`${service.baseUrl}/svc/console/#/keys`);
  const row = page.getByRole("row", { name: /Web shop/ });
  await row.getByText("Failing", { exact: true }).waitFor();
  expect(await row.textContent()).toMatch(/refuses the account “api” in Contacts\. Edit the key .* Refused since/);
  expect(await page.getByRole("row", { name: /Reporting/ }).textContent()).not.toContain("Failing");
  expect(await found(page)).toEqual([]);
  await page.getByRole("button", { name: "Failing 1" }).click();
  await page.getByRole("row", { name: /Reporting/ }).waitFor({ state: "detached" });

  await page.goto(`${service.baseUrl}/svc/console/#/files/Contacts.fmp12?tab=access`);
  await page.getByText("Failing", { exact: true }).waitFor();
  await page.getByText("FileMaker Server refuses this key’s account here.").waitFor();
  expect(await found(page)).toEqual([]);

  await page.goto(`${service.baseUrl}/svc/console/#/keys`);
  await page.getByRole("button", { name: "Edit Web shop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account", { exact: true }).fill("api");
  await dialog.getByLabel("Password", { exact: true }).fill("demo-pass");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Failing", { exact: true }).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
