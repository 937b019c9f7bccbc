import { afterEach, expect, vi } from "vitest";
import { marksOf } from "../../../console/src/features/keys/key-chips.ts";
import { dataKeyColumns } from "../../../console/src/features/keys/key-columns.tsx";
import { keyKinds } from "../../../console/src/features/keys/key-kinds.ts";
import LimitsDialog from "../../../console/src/features/keys/limits/limits-dialog.tsx";
import { KeyPage } from "../../../console/src/features/keys/page/key-page.tsx";
import { type DataApiKey, keys } from "../../../shared/keys/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const row: DataApiKey = { ...keys.getDataApiKey.example.output, failing_since: null, failing_files: [] };
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const used = { ...row, last_used: inHours(-1), allow_any_database: false };

verifies("keys:console:states", () => {
  const now = Date.now();
  const marks = (change: Partial<DataApiKey>) => marksOf({ ...used, ...change }, now);
  expect(marks({})).toEqual([]);
  expect(marks({ is_disabled: true })).toEqual(["disabled"]);
  expect(marks({ ends_at: inHours(-5) })).toEqual(["expired"]);
  expect(marks({ ends_at: inHours(72) })).toEqual(["expiring"]);
  expect(marks({ ends_at: inHours(8 * 24) })).toEqual([]);
  expect(marks({ ends_at: inHours(24), replaced_by: 3 })).toEqual(["replaced"]);
  expect(marks({ ends_at: inHours(-1), replaced_by: 3 })).toEqual(["expired"]);
  expect(marks({ is_imported: true })).toEqual(["imported"]);
  expect(marks({ is_disabled: true, ends_at: inHours(-1), failing_since: inHours(-2) })).toEqual([
    "disabled",
    "expired",
    "failing",
  ]);
});

verifies("keys:console:states", "in lists, each state is a chip, with the time if there is one", async () => {
  const cell = (change: Partial<DataApiKey>) =>
    dataKeyColumns((_, name) => name)[0]?.cell({ ...used, ...change } as DataApiKey);
  const page = await shown(
    <ul>
      <li>{cell({ label: "one", is_disabled: true })}</li>
      <li>{cell({ label: "two", ends_at: inHours(-5) })}</li>
      <li>{cell({ label: "three", ends_at: inHours(71) })}</li>
      <li>{cell({ label: "four", ends_at: inHours(5), replaced_by: 3 })}</li>
    </ul>,
  );
  const items = page.getByRole("listitem");
  await expect.element(items.nth(0)).toMatchTextContent(/one.*Disabled/);
  await expect.element(items.nth(1)).toMatchTextContent(/two.*Expired/);
  await expect.element(items.nth(2)).toMatchTextContent(/three.*Expires in 3 days/);
  await expect.element(items.nth(3)).toMatchTextContent(/four.*Replaced by key 3/);
});

verifies("keys:console:states", "the page of a disabled key says so first, and enables it", async () => {
  const changes = answering({
    "GET /svc/api/api-key/1": { ...used, is_disabled: true },
    "PATCH /svc/api/api-key/1": keys.updateDataApiKey.example.output,
  });
  const page = await shown(
    <KeyPage
      kind={keyKinds.data}
      id="1"
      {...{ back: null, tools: null, toLog: null, usage: null, changes: null }}
      fileLink={(file) => file}
      keyLink={(id) => `Key ${id}`}
      edit={() => null}
      onRotated={() => undefined}
      onGone={() => undefined}
    />,
  );
  const bar = page.getByRole("status").filter({ hasText: "This key is disabled. Apps that use it get 401." });
  await bar.getByRole("button", { name: "Enable" }).click();
  await expect
    .poll(() => changes.filter(({ call }) => call.startsWith("PATCH")).map(({ body }) => body))
    .toEqual([{ isDisabled: false }]);
});

verifies("keys:console:states", "an expiration in the past is refused at its field", async () => {
  const changes = answering({ "PATCH /svc/api/api-key/1": keys.updateDataApiKey.example.output });
  const page = await shown(<LimitsDialog kind={keyKinds.data} row={used} onClose={() => undefined} />);
  await page.getByLabelText("Expiration date").fill("2020-01-01T10:00:00");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect.element(page.getByText("Choose a time in the future, or disable the key.")).toBeVisible();
  expect(changes).toEqual([]);
});
