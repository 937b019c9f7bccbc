import type { Page } from "playwright";
import { afterAll, beforeEach, expect } from "vitest";
import { aBusyServer } from "../../files/databases/support/a-busy-server.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { copied } from "../support/clipboard.ts";
import { untilFocused } from "../support/focus.ts";
import { createAndCopyCurl, createDialog, keyOfCurl } from "../support/making-a-key.ts";
import { tabTo } from "../support/tab-to.ts";

const service = await testService({ sandbox: { world: aBusyServer() } });
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reload();
});

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const stateOf = (name: string) => service.sandbox.world.database(name)?.status;
const tick = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}.fmp12` }).click();

verifies("files:console:databases", async () => {
  await service.aKey({ label: "Web shop", databases: ["Contacts.fmp12", "Orders.fmp12"] });
  const { page, complaints } = await signedIn(service, "/files");
  await row(page, "Orders").waitFor();
  expect(await row(page, "Orders").textContent()).toMatch(/Orders\.fmp12.*Normal.*2.*B.*No.*fmrest.*1/);
  expect(await row(page, "Payroll").textContent()).toMatch(/Closed.*Yes.*Available while open/);
  await page.getByRole("button", { name: /^Closed/ }).click();
  await row(page, "Orders").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Name" }).click();
  await page.getByRole("button", { name: "Name" }).click();
  await page.getByLabel("Filter files").fill("a");
  await page.waitForURL(/#\/files\?only=closed&sort=-name&q=a$/);
  await expect
    .poll(() => page.getByRole("table").getByRole("link").allTextContents())
    .toEqual(["Payroll.fmp12", "Archive.fmp12"]);
  await page.getByLabel("Filter files").fill("nothing like it");
  await page.getByText("No match for “nothing like it”").waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:databases", "a failed list says why, and can be reloaded", async () => {
  // Start on a page that reads no files: data that was just read isn't read again immediately.
  const { page, open } = await signedIn(service, "/settings/about");
  service.sandbox.faults.set({ kind: "stopped", path: "/admin/" });
  await open("/files");
  const tryAgain = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await tryAgain.waitFor();
  // While the server is still stopped: once it runs, the page's own polling may take the button away.
  await Promise.all([page.waitForRequest(/\/svc\/api\/databases$/), tryAgain.click()]);
  service.sandbox.faults.clear();
  await row(page, "Orders").waitFor();
});

verifies("files:console:databases", "the page's request is copied to the clipboard as curl", async () => {
  const { page } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Copy as curl" }).click();
  expect(await copied(page)).toContain("/svc/api/databases'");
});

verifies("files:console:states", "a file without a password is opened with two clicks", async () => {
  const { page } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Archive.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Open", exact: true }).click();
  await page.getByText("Archive.fmp12 opened").waitFor();
  await row(page, "Archive").getByText("Normal").waitFor();
  expect(stateOf("Archive")).toBe("NORMAL");
});

verifies("files:console:states", "an encrypted file requires its password, and reports a wrong one", async () => {
  const { page } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Payroll.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Open…" }).click();
  const dialog = page.getByRole("dialog", { name: "Open Payroll.fmp12" });
  await dialog.getByText("Hint: as always").waitFor();
  await dialog.getByLabel("Encryption password").fill("wrong");
  await dialog.getByRole("button", { name: "Open Payroll.fmp12" }).click();
  await page.getByRole("alert").getByText("encryption password is missing or wrong").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await dialog.getByLabel("Encryption password").fill("the-long-password");
  await page.keyboard.press("Enter");
  await page.getByText("Payroll.fmp12 opened").waitFor();
  expect(stateOf("Payroll")).toBe("NORMAL");
});

verifies("files:console:states", "several files are paused and resumed together", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  await tick(page, "Contacts");
  await tick(page, "Orders");
  await page.getByText("2 files selected").waitFor();
  await page.getByRole("button", { name: "Pause…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause 2 files" }).click();
  await page.getByText("2 files paused").waitFor();
  expect([stateOf("Contacts"), stateOf("Orders")]).toEqual(["PAUSED", "PAUSED"]);
  await tick(page, "Contacts");
  await tick(page, "Orders");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("2 files resumed").waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:states", "users get their grace period, and the page shows progress", async () => {
  const { page } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Orders.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Close…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close Orders.fmp12" }).click();
  await page.getByText("Closing Orders.fmp12…").waitFor();
  await row(page, "Orders").getByText("Closing").waitFor();
  await page.getByRole("tab", { name: "Clients" }).click();
  await row(page, "Ada Moreno").waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("status").getByText("Closing Orders.fmp12…").waitFor();
  await service.turn(21_000);
  await page.getByRole("alert").getByText("It is closing.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("Closing Orders.fmp12…").waitFor({ state: "detached" });
});

verifies("files:console:states", "the search offers the actions of a file", async () => {
  const { page } = await signedIn(service);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("close orders");
  await page.getByRole("option", { name: /Close Orders\.fmp12/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Close Orders.fmp12?" }).getByText("2 clients").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForURL(/#\/files\/Orders\.fmp12$/);
  expect(stateOf("Orders")).toBe("NORMAL");
});

verifies("files:console:databases", "rows are selected by keyboard, one or a range", async () => {
  const { page } = await signedIn(service);
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.getByRole("link", { name: "Archive.fmp12" }).focus();
  await page.keyboard.press("x");
  await page.getByText("1 file selected").waitFor();
  await page.getByRole("link", { name: "Contacts.fmp12" }).focus();
  await page.keyboard.press("Shift+X");
  await page.getByText("3 files selected").waitFor();
});

verifies("files:console:blast-radius", async () => {
  await service.aKey({ label: "Invoices", databases: ["Orders.fmp12"] });
  const { page } = await signedIn(service, "/files");
  await tick(page, "Orders");
  await page.getByRole("button", { name: "Close…" }).click();
  const dialog = page.getByRole("dialog", { name: "Close Orders.fmp12?" });
  await dialog.getByText("2 clients: Ada Moreno, Ben Okafor").waitFor();
  expect(await dialog.getByRole("region", { name: "Used by" }).textContent()).toContain("Invoices");
  await untilFocused(dialog.getByRole("button", { name: "Cancel" }));
  await dialog.getByLabel("Message").fill("Back in five minutes.");
  await dialog.getByRole("switch", { name: "Disconnect immediately" }).click();
  await dialog.getByRole("button", { name: "Close Orders.fmp12" }).click();
  await page.getByText("Orders.fmp12 closed").waitFor();
  expect(stateOf("Orders")).toBe("CLOSED");
});

verifies("files:console:blast-radius", "on a production server, the file's name is typed first", async () => {
  await service.admin("PATCH", "/svc/api/settings", { environmentTag: "PROD" });
  const { page } = await signedIn(service, "/files/Private.fmp12");
  await page.getByRole("button", { name: "Actions for Private.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Close…" }).click();
  const dialog = page.getByRole("dialog", { name: "Close Private.fmp12?" });
  const submit = dialog.getByRole("button", { name: "Close Private.fmp12" });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel("Type Private.fmp12 to continue").fill("private.fmp12");
  await submit.click();
  await page.getByText("Private.fmp12 closed").waitFor();
  await service.admin("PATCH", "/svc/api/settings", { environmentTag: "" });
});

verifies("files:console:key-from-files", async () => {
  const { page, complaints } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "Databases" }).first().click();
  await tick(page, "Contacts");
  await tick(page, "Orders");
  await page.getByRole("button", { name: "Create Data API key" }).click();
  const dialog = await createDialog(page);
  for (const file of ["Contacts", "Orders"])
    await dialog.getByRole("button", { name: `Remove ${file}.fmp12` }).waitFor();
  await page.keyboard.type("Reporting");
  await tabTo(page, dialog.getByLabel("Account"));
  await page.keyboard.type("api");
  await page.keyboard.press("Tab");
  await page.keyboard.type("demo-pass");
  const curl = await createAndCopyCurl(page);
  expect(await clicks(page)).toBe(6);
  await keyOfCurl(service, curl);
  expect(complaints).toEqual([]);
});

verifies("files:console:file-page", async () => {
  await service.aKey({ label: "Any", allowAnyDatabase: true });
  const { page, complaints } = await signedIn(service, "/files");
  await page.getByRole("link", { name: "Orders.fmp12" }).click();
  await page.getByRole("heading", { level: 1, name: "Orders.fmp12" }).waitFor();
  await page.getByText("Ada Moreno").waitFor();
  await page.getByRole("tab", { name: "Access" }).click();
  await page.getByRole("listitem").filter({ hasText: "Any database" }).waitFor();
  await page.waitForURL(/#\/files\/Orders\.fmp12\?tab=access$/);
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("button", { name: "In Orders.fmp12" }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:file-page", "a file that isn't hosted says so, and links back", async () => {
  const { page } = await signedIn(service, "/files/Nothing.fmp12");
  await page.getByText("FileMaker Server doesn't host Nothing.fmp12").waitFor();
  await page.getByRole("link", { name: "All databases" }).click();
  await row(page, "Orders").waitFor();
});

verifies("files:console:clients", async () => {
  const { page, complaints } = await signedIn(service, "/files/clients");
  await row(page, "Ada Moreno").waitFor();
  expect(await row(page, "Ben Okafor").textContent()).toContain("FileMaker Go");
  await page.getByRole("button", { name: "Actions for Ada Moreno" }).click();
  await page.getByRole("menuitem", { name: "Send message…" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("Lunch is ready.");
  await page.keyboard.press("Enter");
  await page.getByText("Message sent").waitFor();
  const [ada] = [...service.sandbox.world.server.clients.values()];
  expect(JSON.stringify(ada?.messages)).toContain("Lunch is ready.");
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Disconnect…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Grace period (seconds)").fill("0");
  await dialog.getByRole("button", { name: /^Disconnect \d client/ }).click();
  await page.getByText("will be disconnected").waitFor();
  await row(page, "Ada Moreno").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
