import { afterAll, expect } from "vitest";
import type { HostFile } from "#shared/browser/contract.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { type AWindow, signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

const total = 100_000;
const entry = (place: number): HostFile => ({
  id: `id-${place}`,
  name: `file ${String(place).padStart(6, "0")}.txt`,
  path: `documents/file ${place}`,
  type: "file",
  size: place,
  modifiedTime: "2026-11-20T09:15:02.114Z",
  tag: "t",
  mark: null,
  root: null,
  capabilities: { canDownload: true, canChange: true, canFill: false },
});

// Creating a host with that many files would take longer than showing them, so the answers are simulated.
async function largeFolder(): Promise<AWindow> {
  const window = await signedIn(service);
  const { page, open } = window;
  await page.route("**/svc/api/files?**", (route) => {
    const { searchParams } = new URL(route.request().url());
    const from = Number(searchParams.get("cursor") ?? 0);
    const end = Math.min(total, from + Number(searchParams.get("limit")));
    const files = Array.from({ length: end - from }, (_, place) => entry(from + place));
    const more = { cursor: end < total ? String(end) : null, path: "documents", canFill: true };
    const response = { files, ...more, freeBytes: 1, uploadPartBytes: 1_000 };
    return route.fulfill({ json: { messages: [{ code: 0, text: "ok" }], response } });
  });
  await open("/browse/documents");
  return window;
}

verifies("files:console:browser-large", async () => {
  const { page, complaints } = await largeFolder();
  const grid = page.getByRole("grid");
  await grid.getByText("file 000000.txt").waitFor();
  await grid.focus();
  const whole = page.getByText(/^100,000 entries/);
  // Each press goes to the end of the loaded rows, and loads more.
  while (!(await whole.isVisible())) await page.keyboard.press("End");
  await page.keyboard.press("End");
  await grid.getByText("file 099999.txt").waitFor();
  expect(await grid.getByRole("row").count()).toBeLessThan(100);
  await page.keyboard.press("Home");
  await grid.getByText("file 000000.txt").waitFor();
  expect(complaints).toEqual([]);
});

verifies(
  "system:console:select-all",
  "everything in a folder is selected, including rows that were never scrolled to",
  async () => {
    const { page, complaints } = await largeFolder();
    await page.getByRole("grid").getByText("file 000000.txt").waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText("200 shown selected").waitFor();
    await page.getByRole("button", { name: "Select all", exact: true }).click();
    await page.getByText("100,000 selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByText("and 99,992 more").waitFor();
    expect(complaints).toEqual([]);
  },
);
