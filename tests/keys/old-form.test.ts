import { afterAll, expect } from "vitest";
import { newSecret, secretHint } from "#shared/keys/secret.ts";
import { passContext } from "#shared/keys/store.ts";
import type { Fields } from "#shared/ports/table.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const use = (key: string, file: string) => service.raw("GET", recordsPath(file), { key });
const read = async (reference: string) => (await service.admin("GET", `/svc/api/api-key/${reference}`)).body.response;
let nextId = 100;

verifies("keys:row:old-form", async () => {
  const { id, key } = await anOldKey();
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  const row = {
    id,
    key: `dk_${id}…${key.slice(-4)}`,
    token: null,
    user: "api",
    database: "Contacts.fmp12",
    databases: ["Contacts.fmp12"],
    allow_any_database: false,
    label: "from before",
    created_at: "2021-03-04T05:06:07.000Z",
    created_by: null,
    updated_at: "2021-03-04T05:06:07.000Z",
    last_used: null,
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
  };
  expect(rows).toContainEqual(row);
  expect(await read(key)).toEqual(row);
});

verifies("keys:match:old-key", async () => {
  const { key } = await anOldKey();
  expect(await use(key, "Contacts.fmp12")).toSucceed();
  expect(await use(key, "Orders.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("keys:odata:old-key", async () => {
  const { key } = await anOldKey();
  expect((await read(key)).is_odata).toBe(false);
  await service.admin("PATCH", `/svc/api/api-key/${key}`, { isOData: true });
  expect((await read(key)).is_odata).toBe(true);
  expect(await use(key, "Contacts.fmp12")).toSucceed();
});

verifies("keys:match:legacy", async () => {
  // A name as users entered it then: without extension, and in another case.
  const { key } = await anOldKey({ database: "contacts" });
  expect(await use(key, "Contacts.fmp12")).toSucceed();
  expect(await use(key, "Orders.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("keys:match:legacy", "a record with both fields opens the files of both", async () => {
  const both = { schema: 2, database: "Contacts.fmp12", databases: ["Orders.fmp12"], credentialId: "both" };
  const { key } = await anOldKey({ ...both, allowAnyDatabase: false, isDataApi: true, isOData: false });
  for (const file of ["Contacts.fmp12", "Orders.fmp12"]) expect(await use(key, file)).toSucceed();
  expect((await read(key)).databases).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
});

verifies("keys:match:list", async () => {
  const list = { schema: 2, database: null, databases: ["Orders.fmp12"], credentialId: "list" };
  const { key } = await anOldKey({ ...list, allowAnyDatabase: false, isDataApi: true, isOData: false });
  expect(await use(key, "Orders.fmp12")).toSucceed();
  expect(await use(key, "Contacts.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies(
  "keys:row:old-form",
  "a record in the old format can be edited, extended, and deleted like any other",
  async () => {
    const { id, key } = await anOldKey();
    const files = ["Contacts", "Orders"];
    const answer = await service.admin("PATCH", `/svc/api/api-key/${id}`, { databases: files, label: "of today" });
    expect(answer.body.response).toMatchObject({ label: "of today", databases: ["Contacts.fmp12", "Orders.fmp12"] });
    expect(await use(key, "Orders.fmp12")).toSucceed();
    expect((await service.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
    expect(await use(key, "Contacts.fmp12")).toRefuseLikeFileMaker("key_unknown");
  },
);

/** Creates a key as it was stored before multi-file keys, directly in the table. */
async function anOldKey(fields: Fields = {}) {
  const { table, vault, ids } = service.runtime.platform;
  nextId += 1;
  const id = nextId;
  const key = newSecret("data", ids);
  const [secretId] = await vault.fingerprints("key", key);
  const at = Date.UTC(2021, 2, 4, 5, 6, 7);
  const record = {
    schema: 1,
    id,
    hint: secretHint(key),
    secretId,
    label: "from before",
    user: "api",
    sealedPass: await vault.seal("demo-pass", passContext("data", id)),
    createdAt: at,
    updatedAt: at,
    lastUsed: null,
    database: "Contacts.fmp12",
    ...fields,
  };
  await table.transact([
    { put: { pk: "keys#data", sk: String(id).padStart(16, "0"), fields: record } },
    { put: { pk: `key#${secretId}`, sk: "pointer", fields: { schema: 1, kind: "data", id } } },
  ]);
  return { id, key };
}
