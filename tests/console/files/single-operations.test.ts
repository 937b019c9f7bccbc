import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Locator } from "playwright";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup, filesNamed } from "../../files/operations/support/a-file-operation-setup.ts";
import { adding } from "../../files/patch/support/a-patch-setup.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { untilFocused } from "../support/focus.ts";
import { askedFor, endOfRun } from "../support/operating.ts";

const account = { name: "Admin", password: "full-access-pass" };
const { databases = [], ...server } = filesNamed(["Contacts", "Invoices", "Kiosk", "Staff", "Closed"]);
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), {
  ...server,
  // The first release that has every operation.
  server: { ...server.server, version: "26.0.1.68" },
  databases: [
    ...databases,
    { name: "Broken", status: "CLOSED", damaged: true, accounts: [account] },
    { name: "Payroll", accounts: [account], encryptionKey: "the-long-password" },
    { name: "Shop", accounts: [account], hasGuids: true, tables: [{ name: "Shop", fields: [{ name: "text" }] }] },
  ],
  clients: [{ userName: "Ada Moreno", files: [{ database: "Contacts", account: "Admin" }] }],
});
const { service } = setup;
afterAll(() => setup.stop());

/** Enters the file's account, and presses the button with this name. */
async function begin(dialog: Locator, operation: string): Promise<void> {
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: operation, exact: true }).click();
}

const definitionOf = (name: string) => setup.onDisk(name).definition;

verifies(
  "files:console:operations",
  "a damaged file is recovered to a copy, with the options of the dialog",
  async () => {
    expect(definitionOf("Broken")).toMatchObject({ damaged: true });
    const { page, complaints } = await signedIn(service, "/files");
    const dialog = await askedFor(page, "Broken", "Recover");
    expect(await dialog.getByRole("radio", { name: "Hosted copy" }).isChecked()).toBe(true);
    expect(await dialog.getByLabel("Name of the copy").inputValue()).toBe("Broken recovered");
    await dialog.getByRole("radio", { name: "File as is" }).click();
    await dialog.getByRole("radio", { name: "Rebuild when needed" }).click();
    await dialog.getByRole("switch", { name: "Skip startup script and layout" }).click();
    await begin(dialog, "Recover");
    await endOfRun(page, setup);
    expect(definitionOf("Broken recovered")).toMatchObject({ damaged: false });
    expect(definitionOf("Broken")).toMatchObject({ damaged: true });
    expect(complaints).toEqual([]);
  },
);

verifies(
  "files:console:operations",
  "the check of a damaged file ends with errors, and the page lists them",
  async () => {
    setup.corrupt("Closed");
    const { page, complaints } = await signedIn(service, "/files");
    const dialog = await askedFor(page, "Closed", "Check consistency");
    await dialog.getByRole("button", { name: "Check consistency" }).click();
    const process = await endOfRun(page, setup, "doneWithErrors");
    expect(process.reason).toContain("816");
    await page.locator("main").getByText(String(process.reason), { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  },
);

verifies("files:console:operations", "kiosk mode is enabled in place", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  const dialog = await askedFor(page, "Kiosk", "Kiosk mode");
  await begin(dialog, "Kiosk mode");
  await endOfRun(page, setup);
  expect(definitionOf("Kiosk")).toMatchObject({ kiosk: true });
  expect(setup.statusOf("Kiosk")).toBe("NORMAL");
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "a file gets another UUID", async () => {
  const before = setup.onDisk("Invoices").header?.fileId;
  const { page, complaints } = await signedIn(service, "/files");
  await begin(await askedFor(page, "Invoices", "Reset UUID"), "Reset UUID");
  await endOfRun(page, setup);
  expect(setup.onDisk("Invoices").header?.fileId).toMatch(/^[\dA-F]{32}$/);
  expect(setup.onDisk("Invoices").header?.fileId).not.toBe(before);
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "admin access is removed from a copy, and the file keeps its own", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  const dialog = await askedFor(page, "Staff", "Remove admin access");
  await dialog.getByText("You can't undo this. Keep a copy.").waitFor();
  await untilFocused(dialog.getByRole("button", { name: "Cancel" }));
  expect(await dialog.getByRole("radio", { name: "Copy in the same folder" }).isChecked()).toBe(true);
  await begin(dialog, "Remove admin access");
  await endOfRun(page, setup);
  expect(definitionOf("Staff No Admin")?.accounts).toEqual([]);
  expect(definitionOf("Staff")?.accounts).toMatchObject([{ name: "Admin" }]);
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "a file is saved as XML, and its process reports a wrong password", async () => {
  const { page, complaints, open } = await signedIn(service, "/files");
  const dialog = await askedFor(page, "Invoices", "Save as XML");
  await dialog.getByLabel("Password", { exact: true }).fill("wrong-pass");
  await dialog.getByRole("button", { name: "Save as XML" }).click();
  const { reason } = await endOfRun(page, setup, "failed");
  expect(reason).toContain("212");
  await page.locator("main").getByText(String(reason), { exact: true }).first().waitFor();
  const xml = setup.at("Data", "Documents", "Invoices.xml");
  expect(existsSync(xml)).toBe(false);

  await open("/files");
  const again = await askedFor(page, "Invoices", "Save as XML");
  expect(await again.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await again.getByRole("switch", { name: "Include details for a database design report" }).click();
  await begin(again, "Save as XML");
  await endOfRun(page, setup);
  expect(readFileSync(xml).toString("utf16le")).toContain("<FMSaveAsXML");
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "a patch from the Documents folder is applied", async () => {
  mkdirSync(setup.at("Data", "Documents", "releases"), { recursive: true });
  writeFileSync(setup.at("Data", "Documents", "releases", "one.xml"), adding("Visits"));
  const { page, complaints } = await signedIn(service, "/files");
  const dialog = await askedFor(page, "Shop", "Apply a patch");
  await begin(dialog, "Apply a patch");
  await dialog.getByText("Required.").waitFor();
  await dialog.getByLabel("Patch file").fill("releases/one.xml");
  await begin(dialog, "Apply a patch");
  const { id } = await endOfRun(page, setup);
  await page.getByRole("link", { name: "Tool log" }).waitFor();
  expect([...(service.sandbox.world.database("Shop")?.tables.keys() ?? [])]).toEqual(["shop", "visits"]);
  expect(existsSync(setup.at("Data", "Backups", `Before_patches_${id}`))).toBe(true);
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "an encrypted file is decrypted only with its password", async () => {
  const { page, complaints, open } = await signedIn(service, "/files");
  const dialog = await askedFor(page, "Payroll", "Decrypt");
  await dialog.getByLabel("Encryption password").fill("some-other-password");
  await begin(dialog, "Decrypt");
  await endOfRun(page, setup, "failed");
  expect(setup.onDisk("Payroll").header?.encryption).toBeTruthy();

  await open("/files");
  const again = await askedFor(page, "Payroll", "Decrypt");
  await again.getByLabel("Encryption password").fill("the-long-password");
  await begin(again, "Decrypt");
  await endOfRun(page, setup);
  expect(setup.onDisk("Payroll").header?.encryption).toBe(null);
  expect(complaints).toEqual([]);
});

verifies(
  "files:console:operations",
  "a user who has the file open is named, notified, and disconnected before a copy is made",
  async () => {
    await service.aKey({
      label: "Web shop",
      databases: ["Contacts.fmp12"],
      user: account.name,
      pass: account.password,
    });
    const { page, complaints } = await signedIn(service, "/files");
    const dialog = await askedFor(page, "Contacts", "Self-contained copy");
    const radius = dialog.getByRole("region", { name: "Used by" });
    await radius.getByText("1 client: Ada Moreno").waitFor();
    await radius.getByText("1 Data API key: Web shop").waitFor();
    await dialog.getByLabel("Name of the copy").fill("Taken along");
    await dialog.getByLabel("Message").fill("Back in a minute.");
    await dialog.getByRole("switch", { name: "Disconnect immediately" }).click();
    const [ada] = [...service.sandbox.world.server.clients.values()];
    await begin(dialog, "Self-contained copy");
    await endOfRun(page, setup);
    expect(JSON.stringify(ada?.messages)).toContain("Back in a minute.");
    expect(
      [...service.sandbox.world.server.clients.values()].filter(({ userName }) => userName === "Ada Moreno"),
    ).toEqual([]);
    expect(definitionOf("Taken along")?.name).toBe("Taken along");
    expect(setup.statusOf("Contacts")).toBe("NORMAL");
    expect(complaints).toEqual([]);
  },
);

verifies(
  "files:console:operations",
  "a file is renamed from its menu, and a copy with another name is made",
  async () => {
    const { page, complaints, open } = await signedIn(service, "/files");
    await page.getByRole("button", { name: "Actions for Kiosk.fmp12" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename Kiosk.fmp12" });
    await dialog.getByRole("button", { name: "Rename" }).click();
    await dialog.getByText("Required.").waitFor();
    await dialog.getByLabel("New name", { exact: true }).fill("Counter");
    await page.keyboard.press("Enter");
    await endOfRun(page, setup);
    expect([existsSync(setup.file("Kiosk")), setup.statusOf("Counter")]).toEqual([false, "NORMAL"]);

    await open("/files");
    await page.getByRole("button", { name: "Actions for Counter.fmp12" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await dialog.waitFor({ state: "detached" });
    const copying = page.getByRole("dialog", { name: "Rename Counter.fmp12" });
    await copying.getByLabel("New name", { exact: true }).fill("Second counter");
    await copying.getByRole("switch", { name: "Keep the file and create a copy with the new name" }).click();
    await copying.getByRole("button", { name: "Rename" }).click();
    await endOfRun(page, setup);
    expect([setup.statusOf("Counter"), existsSync(setup.file("Second counter"))]).toEqual(["NORMAL", true]);
    expect(complaints).toEqual([]);
  },
);
