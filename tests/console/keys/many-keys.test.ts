import { afterAll, expect } from "vitest";
import type { DataApiKey } from "#shared/keys/contract.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

const total = 1_250;
const row = (id: number): DataApiKey => ({
  id,
  key: `dk_…${String(id).padStart(4, "0")}`,
  token: null,
  user: "api",
  database: "Contacts.fmp12",
  databases: ["Contacts.fmp12"],
  allow_any_database: false,
  label: `Shop ${id}`,
  created_at: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
  created_by: "session:admin",
  updated_at: "2026-11-20T09:15:02.114Z",
  // The page compares it with the time of the machine, which the `Date` header has.
  last_used: id === 7 ? new Date().toISOString() : null,
  is_data_api: true,
  is_odata: false,
  failing_since: null,
  failing_files: [],
  ends_at: null,
  is_disabled: false,
  replaced_by: null,
  replaces: null,
  is_imported: false,
  limits: null,
  day_ends_at: null,
});

// Creating that many keys would take longer than deleting them, so the list and the deletion are simulated according to the contract.
verifies(
  "system:console:select-all",
  "every key of a long list is deleted, in requests that the service accepts",
  async () => {
    let left = Array.from({ length: total }, (_, place) => row(place + 1));
    const calls: number[] = [];
    const { page, complaints, open } = await signedIn(service, "/settings/about");
    await page.route("**/svc/api/api-key**", async (route) => {
      const request = route.request();
      let response: unknown = { "api-keys": left, cursor: null };
      if (request.url().endsWith("/bulk-delete")) {
        const { keys } = request.postDataJSON() as { readonly keys: readonly number[] };
        expect(keys.length).toBeLessThanOrEqual(1_000);
        calls.push(keys.length);
        left = left.filter(({ id }) => !keys.includes(id));
        response = { deleted: keys, notFound: [] };
      }
      await route.fulfill({ json: { messages: [{ code: 0, text: "ok" }], response } });
    });
    await open("/keys");
    await page.getByRole("row").nth(1).getByText(`Shop ${total}`).waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText("100 shown selected").waitFor();
    await page.getByRole("button", { name: "Select all 1,250" }).click();
    await page.getByText("1,250 keys selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    // The key in use is visible without scrolling through the others.
    await dialog.getByRole("listitem").first().getByText("Shop 7", { exact: true }).waitFor();
    await dialog.getByLabel(`Type ${total} to continue`).fill(String(total));
    await dialog.getByRole("button", { name: "Delete 1,250 keys" }).click();
    await page.getByText("No Data API keys yet").waitFor();
    expect(calls).toEqual([1_000, 250]);
    expect(complaints).toEqual([]);
  },
);
