import { afterEach, expect, vi } from "vitest";
import DeleteKeysDialog from "../../../console/src/features/keys/dialogs/delete-keys-dialog.tsx";
import type { KeyToDelete } from "../../../console/src/features/keys/dialogs/key-to-delete.ts";
import { keyKinds } from "../../../console/src/features/keys/key-kinds.ts";
import { verifies } from "../../support/verifies.ts";
import { answering, refusing } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const dependent = { of: ["7"], lastUsedAt: null };
const nothing = { dependents: [], isComplete: true, unread: [], lastUsedAt: null, confirmation: null };
const answers = {
  "POST /svc/api/dependents": {
    ...nothing,
    dependents: [
      { ...dependent, kind: "trigger", id: "4", name: "Contacts to the shop", effect: "ends" },
      { ...dependent, kind: "webhook", id: "3", name: "Shop orders", effect: "rejected" },
    ],
  },
};
const aKey = (change: Partial<KeyToDelete>): KeyToDelete => ({
  ...{ id: 7, label: "Web shop", key: "dk_3…rlTl", last_used: null, databases: ["Contacts.fmp12"] },
  ...change,
});
const dialogOf = (rows: readonly KeyToDelete[]) =>
  shown(<DeleteKeysDialog kind={keyKinds.data} rows={rows} onClose={() => undefined} onDeleted={() => undefined} />);

verifies("keys:console:delete-users", async () => {
  answering(answers);
  const page = await dialogOf([aKey({})]);
  const users = page.getByRole("region", { name: "Used by" });
  await expect.element(users).toMatchTextContent(/table trigger: Contacts to the shop.*Stops permanently/);
  await expect.element(users).toMatchTextContent(/webhook: Shop orders.*Callers are rejected/);
});

verifies("keys:console:delete-users", "what couldn't be read is named, and isn't shown as unused", async () => {
  answering({ "POST /svc/api/dependents": refusing("internal") });
  const page = await dialogOf([aKey({ id: 8, databases: ["Orders.fmp12"] })]);
  const users = page.getByRole("region", { name: "Used by" });
  await expect.element(users).toMatchTextContent(/Couldn't read what uses it\./);
  await expect.element(users).not.toMatchTextContent(/Not in use/);
});

verifies("keys:console:delete-typed", async () => {
  const changes = answering(answers);
  const page = await dialogOf([aKey({ last_used: new Date().toISOString() })]);
  const submit = page.getByRole("button", { name: "Delete 1 key" });
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText("Type “Web shop” to continue").fill("web shop");
  await submit.click();
  await expect.poll(() => changes.map(({ body }) => body)).toEqual([{ keys: [7] }]);
});

verifies("keys:console:delete-typed", "five unused keys need their number, and four need nothing", async () => {
  answering(answers);
  const keys = (count: number) => Array.from({ length: count }, (_, index) => aKey({ id: 10 + index }));
  const five = await dialogOf(keys(5));
  await expect.element(five.getByRole("button", { name: "Delete 5 keys" })).toBeDisabled();
  await five.getByLabelText("Type 5 to continue").fill("5");
  await expect.element(five.getByRole("button", { name: "Delete 5 keys" })).toBeEnabled();
  await five.unmount();
  const four = await dialogOf(keys(4));
  await expect.element(four.getByRole("button", { name: "Delete 4 keys" })).toBeEnabled();
});
