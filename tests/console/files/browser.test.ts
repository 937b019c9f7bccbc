import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aBrowsedHost } from "../../browser/support/a-browsed-host.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clipboard } from "../support/clipboard.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host } = browsed;
afterAll(() => browsed.remove());

const inDocuments = (name: string) => join(host.path, "Data/Documents", name);
const roots = ["Databases", "Secure", "Documents", "Backups", "Scripts", "Logs"];
const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row", { name });
const hash = (page: Page) => new URL(page.url()).hash;

async function bytesOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

verifies(
  "files:console:browser",
  "the server's folders are available while the database server is stopped",
  async () => {
    const { page, complaints } = await signedIn(service);
    service.sandbox.faults.set({ kind: "stopped" });
    try {
      await page.getByRole("navigation").getByRole("link", { name: "File Browser" }).click();
      // Times are links as well.
      const folders = page
        .getByRole("grid")
        .getByRole("link")
        .filter({ hasNot: page.locator("time") });
      await folders.first().waitFor();
      expect(await folders.allTextContents()).toEqual(roots);
      await folders.first().click();
      await row(page, "Contacts.fmp12").getByText("Hosted").waitFor();
      await page.getByText("Read-only").waitFor();
      await page.getByRole("button", { name: "Actions for Contacts.fmp12" }).click();
      await page.getByRole("menuitem").first().waitFor();
      expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Open page", "Copy path"]);
    } finally {
      service.sandbox.faults.clear();
    }
    expect(complaints).toEqual([]);
  },
);

verifies("files:console:browser", "sort, filter, and folder are in the URL, for any folder name", async () => {
  for (const [name, size] of Object.entries({ "b.txt": 30, "A.pdf": 10, "c.txt": 20 }))
    host.write(`Data/Documents/50% off #1?/${name}`, "x".repeat(size));
  const { page, complaints } = await signedIn(service, "/browse/documents");
  await page.getByRole("link", { name: "50% off #1?" }).click();
  await row(page, "b.txt").waitFor();
  await page.getByRole("button", { name: "Size" }).click();
  await page.getByRole("button", { name: "Size" }).click();
  await page.getByLabel("Filter this folder").fill(".txt");
  await row(page, "A.pdf").waitFor({ state: "detached" });
  await page.reload();
  await row(page, "b.txt").waitFor();
  expect(hash(page)).toMatch(/sort=-size.*q=\.txt/);
  expect(
    await page
      .getByRole("grid")
      .getByText(/\.(txt|pdf)$/)
      .allTextContents(),
  ).toEqual(["b.txt", "c.txt"]);
  await page.getByLabel("Filter this folder").fill("nothing like it");
  await page.getByText("No match for “nothing like it”").waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:browser", "folders are created, files renamed, moved, and deleted", async () => {
  host.write("Data/Documents/work/April.pdf", "april");
  host.write("Data/Documents/work/May.pdf", "may");
  const { page, complaints } = await signedIn(service, "/browse/documents/work");
  await row(page, "April.pdf").waitFor();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("2026");
  await page.keyboard.press("Enter");
  await row(page, "2026").waitFor();

  await choose(page, "April.pdf", "Rename…");
  await page.getByLabel("New name").fill("May.pdf");
  await page.keyboard.press("Enter");
  await page.getByText("A file or folder with this name already exists").waitFor();
  await page.getByLabel("New name").fill("March.pdf");
  await page.keyboard.press("Enter");
  await row(page, "March.pdf").waitFor();

  await page.getByRole("checkbox", { name: "Select March.pdf" }).click();
  await page.getByRole("checkbox", { name: "Select May.pdf" }).click();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Move…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "2026" }).click();
  await page.getByRole("button", { name: "Move to 2026" }).click();
  await page.getByText("2 entries moved to documents/work/2026").waitFor();
  expect(readFileSync(inDocuments("work/2026/May.pdf"), "utf8")).toBe("may");

  await choose(page, "2026", "Delete…");
  await page.getByRole("dialog").getByText("Folders are deleted with their contents.").waitFor();
  await page.getByRole("button", { name: "Delete 2026" }).click();
  await page.getByText("2026 deleted").waitFor();
  expect(existsSync(inDocuments("work/2026"))).toBe(false);
  expect(complaints).toEqual([]);
});

verifies("files:console:browser", "a production server requires the name before a file is deleted", async () => {
  host.write("Data/Documents/prod/keep.txt", "keep");
  await service.admin("PATCH", "/svc/api/settings", { environmentTag: "PROD" });
  try {
    const { page } = await signedIn(service, "/browse/documents/prod");
    await choose(page, "keep.txt", "Delete…");
    const submit = page.getByRole("button", { name: "Delete keep.txt" });
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel("Type keep.txt to continue").fill("keep.txt");
    await submit.click();
    await page.getByText("This folder is empty").waitFor();
  } finally {
    await service.admin("PATCH", "/svc/api/settings", { environmentTag: null });
  }
});

verifies(
  "files:console:browser",
  "a file is downloaded with one click, and an expiring link is copied with three",
  async () => {
    host.write("Data/Documents/sent/report.txt", "all is well");
    const { page, complaints } = await signedIn(service, "/browse/documents/sent");
    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download report.txt" }).click();
    const arrived = await arriving;
    expect(arrived.suggestedFilename()).toBe("report.txt");
    expect(await bytesOf(arrived)).toBe("all is well");
    await choose(page, "report.txt", "Create link…");
    await page.getByRole("button", { name: "Create and copy link" }).click();
    const link = page.getByLabel("Link", { exact: true });
    await link.waitFor();
    await expect.poll(() => clipboard(page)).toBe(await link.inputValue());
    const { pathname, search } = new URL(await link.inputValue());
    expect((await service.raw("GET", pathname + search)).text).toBe("all is well");
    expect(complaints).toEqual([]);
  },
);

verifies("files:console:browser", "a folder's size is counted on request", async () => {
  host.write("Data/Documents/sized/deep/one.bin", "x".repeat(3_000));
  host.write("Data/Documents/sized/deep/two.bin", "x".repeat(1_096));
  const { page } = await signedIn(service, "/browse/documents/sized");
  await page.getByRole("button", { name: "Calculate the size of deep" }).click();
  await row(page, "deep").getByText("4.0 KB").waitFor();
});

verifies("files:console:browser", "the keyboard alone opens, selects, renames, and goes up", async () => {
  for (const name of ["one.txt", "two.txt", "three.txt"]) host.write(`Data/Documents/keys/inner/${name}`, name);
  mkdirSync(inDocuments("keys/zoo"), { recursive: true });
  const { page, complaints } = await signedIn(service, "/browse/documents/keys");
  await row(page, "inner").waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Enter");
  await row(page, "two.txt").waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("F2");
  await page.getByLabel("New name").fill("second.txt");
  await page.keyboard.press("Enter");
  await row(page, "second.txt").waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Backspace");
  await row(page, "zoo").waitFor();
  await expect.poll(() => hash(page)).toBe("#/browse/documents/keys");
  expect(complaints).toEqual([]);
});

verifies("files:console:browser", "a right click opens the menu of the file under it", async () => {
  host.write("Data/Documents/right/click.txt", "x");
  const { page, complaints } = await signedIn(service, "/browse/documents/right");
  await row(page, "click.txt").getByText("click.txt").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move…" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
