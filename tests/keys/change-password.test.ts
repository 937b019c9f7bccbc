import { afterAll, beforeEach, expect } from "vitest";
import { changePassword } from "../support/changed-password.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const minutes = 60_000;
const [before, after] = ["demo-pass", "changed-demo-pass"];

beforeEach(async () => {
  service.sandbox.faults.clear();
  for (const file of ["Contacts", "Orders"]) changePassword(service.sandbox, file, "api", before);
  await service.turn(20 * minutes);
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  const keys = rows.map(({ id }: { readonly id: number }) => id);
  if (keys.length > 0) expect(await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys })).toSucceed();
});

const use = (key: string, file = "Contacts.fmp12") => service.raw("GET", recordsPath(file), { key });
const row = async (key: string, kind = "api-key") => {
  await service.settle();
  return (await service.admin("GET", `/svc/api/${kind}/${key}`)).body.response;
};
const change = (key: string, pass: string, kind = "api-key") =>
  service.admin("POST", `/svc/api/${kind}/${key}/change-password`, { pass });
/** Makes a key sign in again without its session, which stays alive, and expects the rejection. */
const meetRefusal = async (key: string, file?: string) => {
  expect(await service.admin("POST", `/svc/api/api-key/${key}/logout`)).toSucceed();
  expect(await use(key, file)).toRefuseLikeFileMaker("stored_credentials_refused");
};

verifies("keys:password:changed", async () => {
  const shop = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  const reports = await service.aKey({ label: "Reports", databases: ["Contacts", "Orders"] });
  const other = await service.aKey({ label: "Other", user: "Admin", pass: "full-access-pass" });
  for (const file of ["Contacts", "Orders"]) changePassword(service.sandbox, file, "api", after);
  await meetRefusal(shop);
  await meetRefusal(reports, "Orders.fmp12");
  const ids = [(await row(shop)).id, (await row(reports)).id];

  const done = await change(shop, after);
  expect(done).toSucceed();
  expect(done.body.response).toEqual({
    changed: ids,
    unchanged: [],
    files: [
      { database: "Contacts.fmp12", ok: true, text: null },
      { database: "Orders.fmp12", ok: true, text: null },
    ],
  });
  expect(await use(shop)).toSucceed();
  expect(await use(reports, "Orders.fmp12")).toSucceed();
  expect(await row(shop)).toMatchObject({ user: "api", failing_since: null });
  expect(await row(reports)).toMatchObject({ failing_since: null });
  expect(await use(other)).toSucceed();
  const { entries } = (await service.admin("GET", "/svc/api/audit?action=changeDataApiKeyPassword")).body.response;
  expect(entries[0].objects).toEqual(ids.map((id) => `data-key:${id}`));
});

verifies("keys:password:per-file", async () => {
  const shop = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  const both = await service.aKey({ label: "Both", databases: ["Contacts", "Orders"] });
  changePassword(service.sandbox, "Contacts", "api", after);
  await meetRefusal(shop);
  const done = await change(shop, after);
  const { id } = await row(both);
  expect(done.body.response.unchanged).toContain(id);
  expect(done.body.response.changed).toContain((await row(shop)).id);
  expect(done.body.response.files).toContainEqual({
    database: "Orders.fmp12",
    ok: false,
    text: "wrong account or password",
  });
  expect(await use(shop)).toSucceed();
  expect(await use(both, "Orders.fmp12")).toSucceed();
});

verifies("keys:password:per-file", "a password that opens no file changes no key, and each file is named", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  const answer = await change(key, "mistyped");
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.body.messages[0].text).toContain("Contacts.fmp12: wrong account or password; Orders.fmp12: wrong");
  expect(await use(key)).toSucceed();
  expect(await change("4711", after)).toRefuseWith("key_not_found");
});

verifies("keys:password:refused-too", async () => {
  const older = await service.aKey({ label: "Older", databases: ["Contacts"] });
  changePassword(service.sandbox, "Contacts", "api", "second-demo-pass");
  await meetRefusal(older);
  const newer = await service.aKey({ label: "Newer", databases: ["Contacts"], pass: "second-demo-pass" });
  const elsewhere = await service.aKey({ label: "Elsewhere", databases: ["Orders"] });
  expect(await use(elsewhere, "Orders.fmp12")).toSucceed();
  const done = await change(newer, "second-demo-pass");
  const ids = await Promise.all([older, newer].map(async (key) => (await row(key)).id));
  expect(done.body.response.changed).toEqual(expect.arrayContaining(ids));
  expect(done.body.response.files).toEqual([{ database: "Contacts.fmp12", ok: true, text: null }]);
  expect(await use(older)).toSucceed();
  expect(await use(elsewhere, "Orders.fmp12")).toSucceed();
});

verifies("keys:password:admin", async () => {
  const keys = [await service.anAdminKey("Deploy script"), await service.anAdminKey("Monitor")];
  const account = service.sandbox.world.server.accounts.find(({ name }) => name === "admin");
  if (account === undefined) throw new Error("The demo has this account");
  account.password = "changed-admin-pass";
  try {
    const signedIn = await service.raw("POST", "/svc/api/session", {
      json: { user: "admin", pass: "changed-admin-pass" },
    });
    expect(signedIn).toSucceed();
    const asKey = { Authorization: `Bearer ${keys[0]}` };
    const post = (path: string, json: unknown = {}) => service.raw("POST", path, { headers: asKey, json });
    expect((await post(`/svc/api/admin-api-key/${keys[0]}/test`)).body.response).toEqual({ ok: false });
    await service.settle();
    const listed = await service.raw("GET", "/svc/api/admin-api-key", { headers: asKey });
    expect(listed.body.response["api-keys"].some((each: { failing_since: string | null }) => each.failing_since)).toBe(
      true,
    );
    expect(await post(`/svc/api/admin-api-key/${keys[0]}/change-password`, { pass: "mistyped" })).toRefuseWith(
      "credentials_refused",
    );
    const done = await post(`/svc/api/admin-api-key/${keys[0]}/change-password`, { pass: "changed-admin-pass" });
    expect(done.body.response.changed).toHaveLength(2);
    for (const key of keys)
      expect((await post(`/svc/api/admin-api-key/${key}/test`)).body.response).toEqual({ ok: true });
    const again = await service.raw("GET", "/svc/api/admin-api-key", { headers: asKey });
    for (const each of again.body.response["api-keys"]) expect(each.failing_since).toBeNull();
  } finally {
    account.password = "admin-pass";
  }
});
