import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aBrowsedHost } from "../../browser/support/a-browsed-host.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { answering } from "../support/answering.ts";

/** The page's own class, for the function below, which runs in the page. */
declare const DataTransfer: new () => { readonly items: { add(file: File): void } };

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host } = browsed;
afterAll(() => browsed.remove());

const inDocuments = (name: string) => join(host.path, "Data/Documents", name);
const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row", { name });
const line = (page: Page, name: string) =>
  page.getByRole("region", { name: "Uploads" }).getByRole("listitem", { name });
const aFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

async function give(page: Page, button: string, files: Parameters<Page["setInputFiles"]>[1]): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button, exact: true }).click();
  await (await choosing).setFiles(files);
}

verifies("files:console:upload", "several files are uploaded at once and appear in the list", async () => {
  host.write("Data/Documents/in/there.txt", "there");
  const { page, complaints } = await signedIn(service, "/browse/documents/in");
  await give(
    page,
    "Upload",
    ["one.txt", "two.txt", "three.txt"].map((name) => aFile(name, Buffer.from(name))),
  );
  for (const name of ["one.txt", "two.txt", "three.txt"]) await row(page, name).waitFor();
  expect(readFileSync(inDocuments("in/three.txt"), "utf8")).toBe("three.txt");
  await page.getByRole("button", { name: "Clear finished" }).click();
  await page.getByRole("region", { name: "Uploads" }).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

verifies(
  "files:console:upload",
  "an existing name is reported before bytes are sent: replace, keep both, or skip",
  async () => {
    host.write("Data/Documents/taken/May.pdf", "old");
    const { page, complaints } = await signedIn(service, "/browse/documents/taken");
    let patches = 0;
    page.on("request", (request) => {
      if (request.method() === "PATCH") patches += 1;
    });
    const may = aFile("May.pdf", Buffer.from("new"));
    await give(page, "Upload", [may]);
    await line(page, "May.pdf").getByText("A file with this name already exists").waitFor();
    expect(patches).toBe(0);
    await page.getByRole("button", { name: "Keep both" }).click();
    await row(page, "May (2).pdf").waitFor();
    expect(readFileSync(inDocuments("taken/May.pdf"), "utf8")).toBe("old");
    await give(page, "Upload", [may]);
    await page.getByRole("button", { name: "Replace" }).click();
    await line(page, "May.pdf").getByText("Done").waitFor();
    expect(readFileSync(inDocuments("taken/May.pdf"), "utf8")).toBe("new");
    expect(complaints).toEqual([]);
  },
);

verifies("files:console:upload", "dropped files are uploaded, except into read-only folders", async () => {
  const { page } = await signedIn(service, "/browse/documents");
  await row(page, "in").waitFor();
  const drop = async (name: string) => {
    const data = await page.evaluateHandle((given: string) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["dropped"], given));
      return transfer;
    }, name);
    for (const kind of ["dragenter", "dragover", "drop"])
      await page.getByRole("grid").dispatchEvent(kind, { dataTransfer: data });
  };
  await drop("dropped.txt");
  await row(page, "dropped.txt").waitFor();
  await page.goto(`${service.baseUrl}/svc/console/#/browse/databases`);
  await row(page, "Contacts.fmp12").waitFor();
  await drop("evil.txt");
  expect(await line(page, "evil.txt").count()).toBe(0);
});

verifies("files:console:upload", "an upload is paused, survives a reload, and resumes", async () => {
  const bytes = Buffer.alloc(600_000, 7);
  const { page, complaints } = await signedIn(service, "/browse/documents/in");
  await row(page, "there.txt").waitFor();
  // One part at a time; the second waits for the test.
  await answering(page, "**/svc/api/files?**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.response.uploadPartBytes = 200_000;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await row(page, "there.txt").waitFor();
  let parts = 0;
  const second = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await answering(page, "**/svc/api/files/uploads/*", async (route) => {
    const isPart = route.request().method() === "PATCH";
    if (isPart) parts += 1;
    if (!isPart || parts !== 2) return route.continue();
    second.resolve();
    await held.promise;
    // The page has aborted this call; it must not reach the service afterwards.
    await route.abort();
  });
  await give(page, "Upload", [aFile("large.bin", bytes)]);
  await second.promise;
  await page.getByRole("button", { name: "Pause large.bin" }).click();
  await line(page, "large.bin").getByText("Paused").waitFor();
  expect(existsSync(inDocuments("in/large.bin"))).toBe(false);
  held.resolve();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const offsets: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
  });
  await page.reload();
  await line(page, "large.bin").getByText("Interrupted").waitFor();
  await give(page, "Choose file…", [aFile("large.bin", bytes)]);
  await row(page, "large.bin").waitFor();
  expect(offsets[0]).toBe("200000");
  expect(readFileSync(inDocuments("in/large.bin")).equals(bytes)).toBe(true);
  expect(complaints).toEqual([]);
});

verifies("files:console:upload", "a canceled one leaves nothing", async () => {
  const { page } = await signedIn(service, "/browse/documents/in");
  await row(page, "there.txt").waitFor();
  await answering(page, "**/svc/api/files/uploads/*", async (route) => {
    if (route.request().method() !== "PATCH") await route.continue();
  });
  const sending = page.waitForRequest((request) => request.method() === "PATCH");
  await give(page, "Upload", [aFile("never.bin", Buffer.alloc(1_000))]);
  await sending;
  const ending = page.waitForRequest((request) => request.method() === "DELETE");
  await page.getByRole("button", { name: "Cancel never.bin" }).click();
  await ending;
  await line(page, "never.bin").waitFor({ state: "detached" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
