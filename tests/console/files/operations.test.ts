import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup } from "../../files/operations/support/a-file-operation-setup.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { endOfRun } from "../support/operating.ts";
import { tabTo } from "../support/tab-to.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
const { service } = setup;
afterAll(() => setup.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const ended = (page: Page) => endOfRun(page, setup);

verifies("files:console:operations", "a file is compressed with four clicks, and the run is shown", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Contacts.fmp12" }).click();
  await page.getByRole("menuitem", { name: "All file operations…" }).click();
  await page.getByRole("button", { name: /^Compress/ }).click();
  await dialog(page).getByText("Not in use.").waitFor();
  await dialog(page).getByLabel("File account").fill("Admin");
  await dialog(page).getByLabel("Password", { exact: true }).fill("full-access-pass");
  await dialog(page).getByRole("button", { name: "Compress" }).click();
  await ended(page);
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  const run = page.url();
  await page.getByRole("button", { name: "Run again" }).click();
  await page.getByRole("dialog", { name: "Compress Contacts.fmp12" }).waitFor();
  await dialog(page).getByLabel("File account").fill("Admin");
  await dialog(page).getByLabel("Password", { exact: true }).fill("full-access-pass");
  await dialog(page).getByRole("button", { name: "Compress" }).click();
  await page.waitForURL((url) => url.hash.startsWith("#/processes/") && url.href !== run);
  await ended(page);
  const kept = (await page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href])")) as string;
  expect(kept).not.toContain("full-access-pass");
  expect(complaints).toEqual([]);
});

verifies("files:console:operations", "a file is encrypted with a repeated password, and decrypted", async () => {
  const { page, complaints } = await signedIn(service, "/files/Orders.fmp12?tab=operations&op=encrypt");
  const submit = dialog(page).getByRole("button", { name: "Encrypt" });
  await submit.click();
  await dialog(page).getByText("Required.").first().waitFor();
  await dialog(page).getByLabel("New encryption password").fill("a long sentence");
  await dialog(page).getByLabel("Confirm encryption password").fill("a long sentenze");
  await dialog(page).getByText("The passwords don't match.").waitFor();
  await dialog(page).getByLabel("Confirm encryption password").fill("a long sentence");
  await dialog(page).getByLabel("Shared ID").fill("shop");
  await dialog(page).getByLabel("Password", { exact: true }).fill("full-access-pass");
  await submit.click();
  await ended(page);
  expect(setup.onDisk("Orders").header?.encryption).toBeTruthy();
  expect(complaints).toEqual([]);
});

verifies(
  "files:console:operations",
  "an action that the server's version or the file doesn't support says so and opens nothing",
  async () => {
    // The service learns the server's version in the background, with the account of an Admin API key.
    await service.anAdminKey();
    const major = async () => (await service.admin("GET", "/svc/api/info")).body.response.FileMakerServer.version.major;
    while ((await major()) === 0) expect(service.baseUrl).not.toBe("");
    const { page } = await signedIn(service, "/files/Contacts.fmp12?tab=operations");
    const patch = page.getByRole("button", { name: /^Apply a patch/ });
    await patch.getByText(/Requires FileMaker Server 26 or later\. You have \d+\.\d+\.\d+\./).waitFor();
    await patch.click({ force: true });
    await page
      .getByRole("button", { name: /^Decrypt/ })
      .getByText("The file isn't encrypted.")
      .waitFor();
    expect(await dialog(page).count()).toBe(0);
  },
);

verifies("files:console:palette", async () => {
  const { page, complaints } = await signedIn(service, "/", {}, countClicks);
  const search = page.getByRole("combobox", { name: "Search" });
  const chosen = page.getByRole("option", { selected: true });
  await page.keyboard.press("Control+k");
  await search.fill("compress contacts");
  await chosen.getByText("Compress Contacts.fmp12", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("heading", { name: "Compress Contacts.fmp12" }).waitFor();
  await tabTo(page, dialog(page).getByLabel("Password", { exact: true }));
  await page.keyboard.type("full-access-pass");
  await page.keyboard.press("Enter");
  await ended(page);

  // From a page about something else: by words in any order, and down the list.
  await page.keyboard.press("Control+k");
  await search.fill("orders kiosk");
  await chosen.getByText("Set Orders.fmp12 to kiosk mode").waitFor();
  await search.fill("orders.fmp12");
  await chosen.getByText("Orders.fmp12", { exact: true }).waitFor();
  await page.getByRole("option", { name: "Delete Orders.fmp12" }).waitFor();
  while (!(await chosen.getByText("Delete Orders.fmp12", { exact: true }).isVisible()))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("heading", { name: "Delete Orders.fmp12?" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(setup.statusOf("Orders")).toBe("NORMAL");
  expect(await clicks(page)).toBe(0);
  expect(complaints).toEqual([]);
});

verifies(
  "files:console:palette",
  "actions that are impossible for a file or on this server aren't offered",
  async () => {
    await service.anAdminKey();
    const { page } = await signedIn(service, "/files/Contacts.fmp12?tab=operations");
    await page.getByText("Requires FileMaker Server 26").waitFor();
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: "Search" });
    await search.fill("encrypt contacts");
    await page.getByRole("option", { name: "Encrypt Contacts.fmp12" }).waitFor();
    for (const [typed, operation] of Object.entries({ decrypt: "Decrypt", "apply patch": "Apply a patch" })) {
      await search.fill(`${typed} contacts`);
      await page.getByText(`No match for “${typed} contacts”`).waitFor();
      expect(await page.getByRole("option", { name: operation }).count()).toBe(0);
    }
  },
);

verifies("files:console:operations", "a production server requires the file's name", async () => {
  await service.admin("PATCH", "/svc/api/settings", { environmentTag: "PROD" });
  try {
    const { page } = await signedIn(service, "/files/Closed.fmp12?op=rename");
    const submit = dialog(page).getByRole("button", { name: "Rename" });
    await dialog(page).getByLabel("New name", { exact: true }).fill("Shut");
    expect(await submit.isDisabled()).toBe(true);
    await dialog(page).getByLabel("Type Closed.fmp12 to continue").fill("closed.fmp12");
    await submit.click();
    await ended(page);
    expect([existsSync(setup.file("Closed")), existsSync(setup.file("Shut"))]).toEqual([false, true]);
  } finally {
    await service.admin("PATCH", "/svc/api/settings", { environmentTag: null });
  }
});

verifies("files:console:operations", "a copy is created and downloaded automatically", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Contacts.fmp12" }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download…" }).click();
  await dialog(page).getByRole("button", { name: "Download" }).click();
  const arrived = await arriving;
  expect(arrived.suggestedFilename()).toBe("Contacts.fmp12");
  const chunks: Buffer[] = [];
  for await (const chunk of await arrived.createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).length).toBe(readFileSync(setup.file("Contacts")).length);
  await dialog(page).getByText("Download started.").waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:trash", "a file is deleted, and restored under another name if its own exists", async () => {
  const { page, complaints } = await signedIn(service, "/files");
  await page.getByRole("button", { name: "Actions for Closed too.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await ended(page);
  expect(existsSync(setup.file("Closed too"))).toBe(false);
  await setup.run("rename", { fileName: "Shut", newFileName: "Closed too" });
  await page.goto(`${service.baseUrl}/svc/console/#/trash`);
  await page.getByRole("button", { name: "Restore Closed too.fmp12" }).click();
  await dialog(page).getByLabel("Name").fill("Closed again");
  await dialog(page).getByRole("button", { name: "Restore" }).click();
  await page.getByText("The trash is empty").waitFor();
  expect(existsSync(setup.file("Closed again"))).toBe(true);

  expect((await setup.start("delete", { files: ["Contacts"] })).status).toBe(202);
  await page.getByRole("button", { name: "Actions for Contacts.fmp12" }).click();
  await page.getByRole("menuitem", { name: "Delete permanently…" }).click();
  await dialog(page).getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("The trash is empty").waitFor();
  expect(complaints).toEqual([]);
});
