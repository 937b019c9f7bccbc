import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Process } from "#shared/processes/contract.ts";
import type { FileOperationSetup } from "../../files/operations/support/a-file-operation-setup.ts";

/** Opens the dialog of an operation from its file's menu. */
export async function askedFor(page: Page, file: string, operation: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions for ${file}.fmp12` }).click();
  await page.getByRole("menuitem", { name: "All file operations…" }).click();
  await page.getByRole("button", { name: new RegExp(`^${operation}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).waitFor();
  return dialog;
}

/** Returns the end of the displayed run, according to the page and to the service. */
export async function endOfRun(
  page: Page,
  setup: Pick<FileOperationSetup, "ended" | "log">,
  state: "done" | "failed" | "doneWithErrors" = "done",
): Promise<Process> {
  await page.waitForURL(/#\/processes\/\d+$/);
  const process = await setup.ended(Number(page.url().split("/").at(-1)));
  expect(process, await setup.log(process.id)).toMatchObject({ state });
  await page.getByRole("heading", { level: 1, name: process.title }).waitFor();
  const words = { done: "Done", failed: "Failed", doneWithErrors: "Done with errors" };
  await page.locator("main").getByText(words[state], { exact: true }).first().waitFor();
  return process;
}
