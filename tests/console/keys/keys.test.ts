import type { Page } from "playwright";
import { afterAll, beforeEach, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { copied } from "../support/clipboard.ts";
import { createAndCopyCurl, fillByKeyboard, fillByPointer, keyOfCurl } from "../support/making-a-key.ts";

const service = await testService();
afterAll(() => service.stop());

// In this file, full access lacks the extended privileges that the APIs require.
for (const account of service.sandbox.world.database("Private")?.accounts.values() ?? [])
  Object.assign(account, { privileges: { ...account.privileges, extendedPrivileges: [] } });

interface Row {
  readonly id: number;
  readonly label: string;
  readonly is_odata: boolean;
  readonly last_used: string | null;
}
const listed = async () =>
  (await service.admin("GET", "/svc/api/api-key")).body.response?.["api-keys"] as readonly Row[];

beforeEach(async () => {
  const keys = (await listed()).map(({ id }) => id);
  if (keys.length > 0) await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys });
});

/** Fills in the dialog as a user types: files by their names. */
async function fill(page: Page, files: readonly string[], pass: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("Reporting");
  for (const file of files) {
    await dialog.getByLabel("Files").fill(file);
    await page.getByRole("option", { name: `${file}.fmp12` }).click();
  }
  await page.keyboard.press("Tab");
  await dialog.getByLabel("Account").fill("api");
  await dialog.getByLabel("Password", { exact: true }).fill(pass);
}

verifies("keys:console:page", async () => {
  const { page, open, complaints } = await signedIn(service, "/keys");
  await page.getByText("No Data API keys yet").waitFor();
  await service.aKey({ label: "Web shop", databases: ["Contacts.fmp12", "Orders.fmp12"] });
  await page.reload();
  const row = page.getByRole("row", { name: /Web shop/ });
  expect(await row.textContent()).toMatch(/Contacts, Orders.*api.*Never/);
  await page.getByLabel("Filter keys").fill("nothing like it");
  await page.getByText("No match for “nothing like it”").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await row.waitFor();
  await open("/keys?only=nobody-knows-it");
  await row.waitFor();
  expect(complaints).toEqual([]);
});

verifies("keys:console:page", "r reloads the list", async () => {
  const { page } = await signedIn(service, "/keys");
  await page.getByText("No Data API keys yet").waitFor();
  const read = page.waitForRequest(/\/svc\/api\/api-key/);
  await page.keyboard.press("r");
  expect((await read).method()).toBe("GET");
});

verifies("keys:console:clicks", async () => {
  const { page, complaints } = await signedIn(service, "/", {}, countClicks);

  await page.getByRole("link", { name: "API Keys" }).first().click();
  await page.getByRole("button", { name: "Create key" }).first().click();
  await fillByPointer(page, ["Contacts", "Orders"]);
  const curl = await createAndCopyCurl(page);

  expect(await clicks(page)).toBe(7);
  expect(complaints).toEqual([]);
  await keyOfCurl(service, curl);
});

verifies("keys:console:copy", async () => {
  const { page } = await signedIn(service, "/keys?create=true");
  await fill(page, ["Contacts"], "demo-pass");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Copy key" }).click();
  const key = await copied(page);
  expect(await page.getByTestId("new-key").textContent()).toBe(key);
  // Showing the key didn't use it.
  expect((await listed())[0]?.last_used).toBeNull();
  await page.getByRole("combobox", { name: "Layout" }).selectOption("Contacts");
  await page.getByRole("tab", { name: "FileMaker" }).click();
  expect(await page.getByRole("region", { name: "Example requests" }).textContent()).toContain(
    "/layouts/Contacts/records",
  );
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name: /Reporting/ }).waitFor();
  expect(await page.content()).not.toContain(key);
  expect((await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key })).status).toBe(200);
});

verifies("keys:console:once", async () => {
  const { page } = await signedIn(service, "/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  await fill(page, ["Contacts"], "demo-pass");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByTestId("new-key").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Close without copying?" }).waitFor();
  await page.getByRole("button", { name: "Back to the key" }).click();
  await page.getByTestId("new-key").waitFor();
  await page.goBack();
  await page.getByRole("dialog", { name: "Close without copying?" }).waitFor();
  await page.getByRole("button", { name: "Close anyway" }).click();
  await page.getByTestId("new-key").waitFor({ state: "detached" });
});

verifies("keys:console:hosted-files", async () => {
  const { page } = await signedIn(service, "/keys?create=true");
  await page.getByRole("dialog").getByLabel("Files").click();
  await page.getByRole("option").first().waitFor();
  const options = await page.getByRole("option").allTextContents();
  expect(options).toContain("Contacts.fmp12");
  expect(options).toContain("Archive.fmp12closed");
  expect(options).toContain("Private.fmp12no fmrest");
});

verifies(
  "keys:console:hosted-files",
  "OData and the Data API require different privileges, and the console says which one is missing",
  async () => {
    const { page } = await signedIn(service, "/keys?create=true");
    const dialog = page.getByRole("dialog");
    const privateFile = async () => {
      await dialog.getByLabel("Files").click();
      const text = await page.getByRole("option").filter({ hasText: "Private.fmp12" }).textContent();
      await page.keyboard.press("Tab");
      return text;
    };
    await dialog.getByRole("switch", { name: "OData", exact: true }).click();
    expect(await privateFile()).toBe("Private.fmp12no fmrest, fmodata");
    await dialog.getByRole("switch", { name: "Data API", exact: true }).click();
    expect(await privateFile()).toBe("Private.fmp12no fmodata");
  },
);

verifies("keys:console:create-refused", async () => {
  const { page } = await signedIn(service, "/keys?create=true");
  await fill(page, ["Contacts", "Archive"], "demo-pass");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("hosted, but closed").waitFor();
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
    "Contacts.fmp12: Sign-in works",
    "Archive.fmp12: hosted, but closed",
  ]);
  expect(await dialog.getByLabel("Label").inputValue()).toBe("Reporting");
  expect(await dialog.getByLabel("Password", { exact: true }).inputValue()).toBe("demo-pass");
  await dialog.getByRole("button", { name: "Remove Archive.fmp12" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await page.getByTestId("new-key").waitFor();
});

verifies("keys:console:odata", async () => {
  await service.aKey({ label: "Power BI" });
  const { page } = await signedIn(service, "/keys");
  await page.getByRole("button", { name: "Edit Power BI" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("Power BI (finance)");
  await dialog.getByRole("switch", { name: "OData" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /Power BI \(finance\).*OData/ }).waitFor();
  expect(await listed()).toMatchObject([{ label: "Power BI (finance)", is_odata: true }]);
});

verifies("keys:console:delete", async () => {
  const used = await service.aKey({ label: "Web shop" });
  await service.aKey({ label: "Forgotten" });
  await service.aKey({ label: "Forgotten too" });
  await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key: used });
  await service.settle();
  const { page } = await signedIn(service, "/keys");
  await page.getByRole("button", { name: /^Never used/ }).click();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 keys?" });
  expect((await dialog.getByRole("listitem").allTextContents()).join()).not.toContain("Web shop");
  await dialog.getByRole("button", { name: "Delete 2 keys" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await listed()).toMatchObject([{ label: "Web shop" }]);
});

verifies("keys:console:keyboard", async () => {
  await service.aKey({ label: "Web shop" });
  const { page } = await signedIn(service);
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.getByRole("row", { name: /Web shop/ }).waitFor();
  await page.keyboard.press("c");
  await fillByKeyboard(page, "By hand", ["Contacts"]);
  await page.keyboard.press("Enter");
  await page.getByTestId("new-key").waitFor();
  expect((await listed()).map(({ label }) => label)).toContain("By hand");
});
