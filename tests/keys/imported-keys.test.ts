import { afterAll, expect } from "vitest";
import { importedKeyKind, withoutKeys } from "#shared/contract/values/api-key.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const values = {
  data: "dk_abcdefghijklmnopqrstuvwxyz1",
  old: "KEY_Zy9xW8vU7tS6rQ5pO4nM3lK2",
  admin: "ak_0a1b2c3d4e5f6g7h8i9j0k1l2m3",
};
const account = { user: "api", pass: "demo-pass" };
const create = (more: object) =>
  service.admin("POST", "/svc/api/api-key", { databases: ["Contacts"], ...account, ...more });
const records = (authorization: string) =>
  service.raw("GET", recordsPath("Contacts"), { headers: { Authorization: authorization } });

verifies("keys:import:value", "Data API keys in both forms, in every place of a key", async () => {
  for (const key of [values.data, values.old]) {
    expect(await records(`Bearer ${key}`), key).toHaveProperty("status", 401);
    const made = await create({ key, label: "Web shop", isOData: true });
    expect(made.body.response, made.text).toMatchObject({ key, hint: `dk_${made.body.response.id}…${key.slice(-4)}` });
    expect(await newestEntry(service)).toMatchObject({
      action: "createDataApiKey",
      objects: [`data-key:${made.body.response.id}`, "value:imported"],
    });
    await service.turn(60_000);
    for (const authorization of [`Bearer ${key}`, basicAuth("apiKey", key)])
      expect((await records(authorization)).status, authorization).toBe(200);
    expect((await service.raw("GET", `${recordsPath("Contacts")}&apiKey=${key}`)).status).toBe(200);
    const odata = await service.raw("GET", "/svc/fmi/odata/v4/Contacts", {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(odata.status, odata.text).toBe(200);
    expect((await service.admin("GET", `/svc/api/api-key/${key}`)).body.response).toMatchObject({
      label: "Web shop",
      is_imported: true,
    });
    const again = await create({ key });
    expect(again).toRefuseWith("key_value_exists");
    expect(again.body.response).toMatchObject({ id: made.body.response.id, label: "Web shop" });
  }
});

verifies("keys:import:value", "Admin API keys", async () => {
  const made = await service.admin("POST", "/svc/api/admin-api-key", {
    ...adminAccount,
    key: values.admin,
    role: "viewer",
  });
  expect(made.body.response.key, made.text).toBe(values.admin);
  expect((await newestEntry(service)).objects).toContain("value:imported");
  const read = await service.raw("GET", "/svc/api/api-key", { headers: { Authorization: `Bearer ${values.admin}` } });
  expect(read.status).toBe(200);
  const again = await service.admin("POST", "/svc/api/admin-api-key", { ...adminAccount, key: values.admin });
  expect(again).toRefuseWith("key_value_exists");
});

verifies("keys:import:value", "only in known forms, by an administrator, with the account of the file", async () => {
  for (const key of ["dk_short", `dk_${"a".repeat(27)}`, "sk_abcdefghijklmnopqrstuvwxyz1", values.admin])
    expect(await create({ key }), key).toRefuseWith("input_invalid");
  const onlyFile = { databases: ["Contacts"], ...account, key: "dk_bcdefghijklmnopqrstuvwxyz12" };
  expect(await service.raw("POST", "/svc/api/api-key/create-only", { json: onlyFile })).toRefuseWith("input_invalid");
  const viewer = { Authorization: `Bearer ${values.admin}` };
  const refused = await service.raw("POST", "/svc/api/api-key", { headers: viewer, json: onlyFile });
  expect(refused).toRefuseWith("role_too_low");
  expect(await create({ key: onlyFile.key, pass: "wrong" })).toRefuseWith("key_files_refused");
  expect(await records(`Bearer ${onlyFile.key}`)).toHaveProperty("status", 401);
});

verifies("keys:import:value", "a hint in a row that a client sends back is ignored", async () => {
  const { id, hint } = (await create({})).body.response;
  const copied = await create({ key: hint });
  expect(copied.status, copied.text).toBe(200);
  expect(copied.body.response.id).not.toBe(id);
});

verifies("keys:import:value", "no log has a value, not even of a key that was never imported", async () => {
  for (const key of [...Object.values(values), "KEY_neverImported0123456789abc"]) {
    expect(withoutKeys(`x ${key} y`)).not.toContain(key);
    await service.raw("POST", `/svc/receiver/Contacts.fmp12/forms/${key}`, { json: {} });
    await service.raw("GET", `/svc/nowhere/${key}?apiKey=${key}`);
    expect(await service.logs()).not.toContain(key);
  }
});

verifies("keys:import:value", "our own values, cut short or with a typo, don't have the form", async () => {
  const key = await service.aKey();
  for (const typed of [key, key.slice(0, -1), `${key}x`, key.replace(/.$/, "?")])
    expect(importedKeyKind(typed), typed).toBeUndefined();
});

verifies("keys:hint:credential", async () => {
  const { id } = (await create({})).body.response;
  const { key: hint } = (await service.admin("GET", `/svc/api/api-key/${id}`)).body.response;
  const sent = hint.replace("…", "...");
  const answers = [
    await records(`Bearer ${sent}`),
    await service.raw("GET", `${recordsPath("Contacts")}&apiKey=${encodeURIComponent(hint)}`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.text).toContain("hint of a key, not its value");
  }
  const odata = await service.raw("GET", "/svc/fmi/odata/v4/Contacts", {
    headers: { Authorization: `Bearer ${sent}` },
  });
  expect(odata.text).toContain("hint of a key, not its value");
  const admin = await service.raw("GET", "/svc/api/api-key", { headers: { Authorization: "Bearer ak_1...abcd" } });
  expect(admin).toRefuseWith("key_hint_sent");
});

const adminAccount = { user: "admin", pass: "admin-pass" };
