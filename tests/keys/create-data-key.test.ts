import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
// Failures of earlier tests have expired.
beforeEach(() => service.turn(20 * 60_000));

const account = { user: "api", pass: "demo-pass" };
const create = (body: object) => service.admin("POST", "/svc/api/api-key", { ...account, ...body });
const rows = async () => (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"];
const row = async (id: number) => (await service.admin("GET", `/svc/api/api-key/${id}`)).body.response;
const verdictsOf = (answer: { body: { response: { files: unknown } } }) => answer.body.response.files;

verifies("keys:create:databases", async () => {
  const { status, body } = await create({ databases: ["Contacts.fmp12", "orders"] });
  expect(status).toBe(200);
  expect(Object.keys(body.response).sort()).toEqual(["files", "hint", "id", "key", "token"]);
  expect((await row(body.response.id)).databases).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
});

verifies("keys:create:database", async () => {
  const { body } = await create({ database: "contacts" });
  const { database, databases } = await row(body.response.id);
  expect({ database, databases }).toEqual({ database: "Contacts.fmp12", databases: ["Contacts.fmp12"] });
});

verifies("keys:create:database", "the single `database` counts in addition to the list", async () => {
  const { body } = await create({ database: "Orders", databases: ["Contacts", "ORDERS.FMP12"] });
  expect((await row(body.response.id)).databases).toEqual(["Orders.fmp12", "Contacts.fmp12"]);
});

verifies("keys:create:defaults", async () => {
  const { body } = await create({ databases: ["Contacts"] });
  expect(await row(body.response.id)).toMatchObject({ label: "(no label)", is_data_api: true, is_odata: false });
});

verifies("keys:any:default-off", async () => {
  const { body } = await create({ databases: ["Contacts"] });
  expect((await row(body.response.id)).allow_any_database).toBe(false);
});

verifies("keys:odata:create", async () => {
  const { body } = await create({ databases: ["Contacts"], isOData: true });
  expect((await row(body.response.id)).is_odata).toBe(true);
});

verifies("keys:odata:create", "a key can be for OData only, without the Data API", async () => {
  const { body } = await create({ databases: ["Contacts"], isDataApi: false, isOData: true });
  expect(await row(body.response.id)).toMatchObject({ is_data_api: false, is_odata: true });
  const refused = await service.raw("GET", recordsPath(), { key: body.response.key });
  expect(refused).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("keys:hint:form", async () => {
  const { key, hint, id } = (await create({ databases: ["Contacts"] })).body.response;
  expect(hint).toBe(`dk_${id}…${key.slice(-4)}`);
  expect((await row(id)).key).toBe(hint);
});

verifies("keys:data:many-files", async () => {
  const key = await service.aKey({ databases: ["Contacts.fmp12", "Orders.fmp12"] });
  for (const file of ["Contacts.fmp12", "Orders.fmp12"]) {
    expect(await service.raw("GET", recordsPath(file), { key })).toSucceed();
  }
});

verifies("keys:create:all-or-nothing", async () => {
  const before = await rows();
  const answer = await create({ databases: ["Contacts", "Private", "Orders"] });
  expect(answer).toRefuseWith("key_files_refused");
  expect(verdictsOf(answer)).toEqual([
    { database: "Contacts.fmp12", ok: true },
    { database: "Private.fmp12", ok: false, reason: "wrong_account" },
    { database: "Orders.fmp12", ok: true },
  ]);
  expect(await rows()).toEqual(before);
});

verifies("keys:create:all-or-nothing", "a check leaves no FileMaker session", async () => {
  const before = service.sandbox.counters.openSessions();
  await create({ databases: ["Contacts", "Private", "Orders"] });
  await create({ databases: ["Contacts", "Orders"] });
  expect(service.sandbox.counters.openSessions()).toBe(before);
});

verifies("keys:data:shared-account", async () => {
  const answer = await create({ databases: ["Contacts", "Private"] });
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.body.messages[0].text).toMatch(/Private\.fmp12: wrong account or password$/);
});

verifies("keys:data:wrong-credentials", async () => {
  const before = await rows();
  const answer = await create({ databases: ["Contacts"], pass: "not-the-pass" });
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.text).not.toContain("not-the-pass");
  expect(await rows()).toEqual(before);
});

verifies("keys:create:wrong-account", async () => {
  const answer = await create({ databases: ["Contacts", "Orders"], user: "nobody" });
  expect(verdictsOf(answer)).toEqual([
    { database: "Contacts.fmp12", ok: false, reason: "wrong_account" },
    { database: "Orders.fmp12", ok: false, reason: "wrong_account" },
  ]);
});

verifies("keys:create:not-hosted", async () => {
  const answer = await create({ databases: ["Nowhere", "Contacts"] });
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.body.messages[0].text).toMatch(/: Nowhere\.fmp12: not hosted on this server$/);
  expect(verdictsOf(answer)).toContainEqual({ database: "Nowhere.fmp12", ok: false, reason: "not_hosted" });
});

verifies("keys:create:closed", async () => {
  const answer = await create({ databases: ["Archive", "Contacts"] });
  expect(verdictsOf(answer)).toEqual([
    { database: "Archive.fmp12", ok: false, reason: "closed" },
    { database: "Contacts.fmp12", ok: true },
  ]);
});

verifies("keys:create:no-fmrest", async () => {
  const answer = await create({ databases: ["Contacts"], user: "nofmrest", pass: "nofmrest-pass" });
  expect(verdictsOf(answer)).toEqual([{ database: "Contacts.fmp12", ok: false, reason: "no_fmrest" }]);
});

verifies(
  "keys:create:not-hosted",
  "a caller with an Admin API Key gets the same details as one with an account",
  async () => {
    const headers = { Authorization: `Bearer ${await service.anAdminKey()}` };
    const json = { ...account, databases: ["Nowhere", "Archive"] };
    const answer = await service.raw("POST", "/svc/api/api-key", { headers, json });
    expect(verdictsOf(answer)).toMatchObject([{ reason: "not_hosted" }, { reason: "closed" }]);
  },
);

verifies("keys:create:return-existing", async () => {
  const options = { databases: ["Orders", "Contacts"], label: "first", isOData: true };
  const { id, hint } = (await create(options)).body.response;
  const before = await rows();
  const again = { ...options, databases: ["contacts.fmp12", "ORDERS"], label: "second", returnExisting: true };
  const answer = await create(again);
  expect(answer).toRefuseWith("key_exists");
  expect(answer.body.response).toEqual({ id, hint, label: "first" });
  expect(await rows()).toEqual(before);
});

verifies("keys:create:return-existing", "a key that differs in one setting is another key", async () => {
  const admin = { user: "Admin", pass: "full-access-pass" };
  const options = { ...admin, databases: ["Orders"], isOData: true, returnExisting: true };
  expect((await create(options)).status).toBe(200);
  for (const other of [
    { isOData: false },
    { isDataApi: false },
    { databases: ["Contacts"] },
    { databases: ["Contacts", "Orders"] },
    { allowAnyDatabase: true },
    { ...account },
  ]) {
    expect((await create({ ...options, ...other })).status).toBe(200);
  }
  expect(await create(options)).toRefuseWith("key_exists");
});

verifies("keys:create:return-existing", "a wrong password learns of no key", async () => {
  const options = { databases: ["Contacts"], label: "quiet" };
  await create(options);
  expect(await create({ ...options, pass: "guess", returnExisting: true })).toRefuseWith("key_files_refused");
});
