import { afterAll, expect } from "vitest";
import type { Database } from "#shared/files/contract.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

const files = Array.from(
  { length: 10_000 },
  (_, index): Database => ({
    filename: `File ${index}.fmp12`,
    state: index % 7 === 0 ? "closed" : "normal",
    folder: "filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/",
    sizeBytes: (index * 7_919) % 1_000_000_007,
    clients: index % 5,
    isEncrypted: false,
    hasSavedKey: false,
    keyHint: "",
    extendedPrivileges: ["fmrest"],
    hasNote: index % 3 === 0,
    keyCount: 0,
    keys: [],
  }),
);

// FileMaker Server hosts far fewer files; the page must handle them anyway.
verifies("files:console:many", async () => {
  // Start on a page that has read no files: data that was just read isn't read again immediately.
  const { page, complaints } = await signedIn(service, "/settings/about");
  await page.route("**/svc/api/databases", (route) =>
    route.fulfill({ json: { messages: [{ code: 0, text: "ok" }], response: { databases: files } } }),
  );
  await page.getByRole("link", { name: "Databases" }).first().click();
  const names = page.getByRole("table").getByRole("link");
  await names.first().waitFor();
  const show = page.getByRole("button", { name: "Load more" });
  await show.waitFor();
  const shown = await names.count();
  expect(shown).toBeLessThan(1_000);

  await page.getByRole("button", { name: "Size" }).click();
  await page.getByRole("button", { name: "Size" }).click();
  const largest = files.toSorted((one, other) => other.sizeBytes - one.sizeBytes)[0]?.filename ?? "";
  await page.getByRole("row").nth(1).getByText(largest, { exact: true }).waitFor();

  await page.getByLabel("Filter files").fill("File 999");
  await page.getByRole("link", { name: "File 9999.fmp12" }).waitFor();
  expect(await names.count()).toBe(11);

  await page.getByLabel("Filter files").fill("");
  await show.click();
  await names.nth(shown).waitFor();
  expect(complaints).toEqual([]);
});

verifies(
  "system:console:tables",
  "a very long name is truncated with the full name available, and keeps the menu in the window",
  async () => {
    const long = `${"Customers and everything else of the years before ".repeat(4)}.fmp12`;
    const { page, complaints } = await signedIn(service, "/settings/about");
    await page.route("**/svc/api/databases", (route) =>
      route.fulfill({
        json: {
          messages: [{ code: 0, text: "ok" }],
          response: { databases: files.slice(0, 1).map((file) => ({ ...file, filename: long })) },
        },
      }),
    );
    await page.getByRole("link", { name: "Databases" }).first().click();
    const link = page.getByRole("table").getByRole("link", { name: long });
    await link.waitFor();
    expect(await link.getAttribute("title")).toBe(long);
    const menu = await page.getByRole("button", { name: `Actions for ${long}` }).boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(1_280);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect((await link.boundingBox())?.height).toBeLessThan(40);
    expect(complaints).toEqual([]);
  },
);
