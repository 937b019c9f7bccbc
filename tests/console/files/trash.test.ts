import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeEach, expect } from "vitest";
import { aBrowsedHost } from "../../browser/support/a-browsed-host.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());

const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const documents = join(host.path, "Data/Documents");
const thrownAway = async (...names: readonly string[]) => {
  for (const name of names) {
    host.write(`Data/Documents/${name}`, "x".repeat(1_024));
    await as("DELETE", "/svc/api/files", { path: `documents/${name}` });
  }
};

beforeEach(() => as("DELETE", "/svc/api/trash"));

verifies("files:console:trash", "the trash shows its size, and emptying it deletes what is shown", async () => {
  await thrownAway("one.txt", "two.txt", "three.txt");
  const { page, complaints } = await signedIn(service, "/trash");
  await page.getByText("3 entries, 3.0 KB.").waitFor();
  await page.getByRole("button", { name: "Empty trash…" }).click();
  await dialog(page).getByText("Permanently deletes 3 entries and frees 3.0 KB.").waitFor();
  // A second later, so that it isn't on the boundary of the list.
  await service.turn(1_000);
  await thrownAway("later.txt");
  await dialog(page).getByRole("button", { name: "Empty trash" }).click();
  await page.getByText("Trash emptied, 3.0 KB freed").waitFor();
  await page.getByText("1 entry, 1.0 KB.").waitFor();
  await page.getByRole("row", { name: /later\.txt/ }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("files:console:trash", "several are restored, or deleted permanently, together", async () => {
  await thrownAway("a.txt", "b.txt", "c.txt", "d.txt");
  const { page, complaints } = await signedIn(service, "/trash");
  for (const name of ["a.txt", "b.txt"]) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await page.getByText("2 entries selected, 2.0 KB").waitFor();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByText("2 entries restored").waitFor();
  expect(["a.txt", "b.txt"].map((name) => existsSync(join(documents, name)))).toEqual([true, true]);
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Delete permanently…" }).click();
  await dialog(page).getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("The trash is empty", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
