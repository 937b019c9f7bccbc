import { afterAll, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { found } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("keys:console:key-page", async () => {
  const key = await service.aKey({ label: "Web shop", databases: ["Contacts", "Orders"] });
  const other = await service.aKey({ label: "Other" });
  expect((await service.raw("GET", recordsPath("Contacts.fmp12"), { key })).status).toBe(200);
  expect(await service.raw("GET", recordsPath("Private"), { key })).toRefuseLikeFileMaker("key_file_not_allowed");
  expect((await service.raw("GET", recordsPath("Contacts.fmp12"), { key: other })).status).toBe(200);
  await service.settle();
  await service.logs();

  const { page, complaints } = await signedIn(service, "/keys");
  await page.getByRole("link", { name: "Web shop" }).click();
  await page.getByRole("heading", { name: "Web shop", level: 1 }).waitFor();
  const calls = page.getByRole("region", { name: "Latest calls" });
  const rows = calls.getByRole("list", { name: "Latest calls" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(2);
  const [refused, done] = await rows.allInnerTexts();
  expect(refused).toMatch(/403[\s\S]*GET \/fmi\/data\/.*Private.*[\s\S]*This key can't access this file/);
  expect(done).toMatch(/200[\s\S]*GET \/fmi\/data\/.*Contacts/);
  const facts = page.getByRole("region", { name: "Details" });
  const pairs = await facts.locator("dl > div").allTextContents();
  expect(pairs).toEqual(
    expect.arrayContaining(["Number1", "Accountapi", "FilesContacts, Orders", "APIsData API", "Created byadmin"]),
  );
  await page.getByRole("region", { name: "Changes" }).getByText("Create data API key").waitFor();
  expect(await found(page)).toEqual([]);

  await page.getByRole("button", { name: "Test account" }).click();
  await page.getByText("Sign-in works.").waitFor();
  await page.getByText("Orders.fmp12: Sign-in works").waitFor();
  await page.getByRole("region", { name: "Changes" }).getByText("Test data API key").waitFor();
  expect(await found(page)).toEqual([]);

  await calls.getByRole("link", { name: "Show in log" }).click();
  await page.getByRole("log").getByText("Private").first().waitFor();
  await page.goBack();
  await calls
    .getByRole("link", { name: /ago|now/ })
    .first()
    .click();
  await page.getByRole("heading", { name: /^Around/ }).waitFor();

  await page.goto(`${service.baseUrl}/svc/console/#/keys/4711`);
  await page.getByText("Key not found").first().waitFor();
  await page.goto(`${service.baseUrl}/svc/console/#/keys/2`);
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByText("Not in use.").waitFor();
  await page.getByLabel("Type Other to continue").fill("other");
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 key" }).click();
  await page.getByRole("heading", { name: "API Keys", level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("keys:console:key-page", "for an Admin API key", async () => {
  const key = await service.anAdminKey("Deploy script");
  expect(await service.raw("GET", "/svc/api/databases", { key })).toSucceed();
  await service.logs();
  const { page } = await signedIn(service, "/keys/admin");
  await page.getByRole("link", { name: "Deploy script" }).click();
  await page.getByRole("region", { name: "Latest calls" }).getByText("GET /svc/api/databases").first().waitFor();
  await page.getByRole("button", { name: "Test account" }).click();
  await page.getByText("Sign-in works.").waitFor();
  await page.getByRole("button", { name: "Change password…" }).click();
  await page.getByRole("dialog", { name: "Change the password of the Admin Console account" }).waitFor();
  expect(await found(page)).toEqual([]);
});
