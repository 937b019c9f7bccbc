import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.turn(20 * 60_000));

const update = (key: string, change: object) => service.admin("PATCH", `/svc/api/api-key/${key}`, change);
const read = async (key: string) => (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
const opens = (key: string, file: string) => service.raw("GET", recordsPath(file), { key });

verifies("keys:edit:label", async () => {
  const key = await service.aKey({ label: "before" });
  const answer = await update(key, { label: "  after " });
  expect(answer.body.response).toEqual({
    key: (await read(key)).key,
    label: "after",
    isDataApi: true,
    isOData: false,
    allowAnyDatabase: false,
    databases: ["Contacts.fmp12"],
  });
  expect((await read(key)).label).toBe("after");
});

verifies("keys:edit:label", "a change is dated, and leaves everything else unchanged", async () => {
  const key = await service.aKey({ label: "before", isOData: true });
  const before = await read(key);
  await service.turn(1000);
  await update(key, { label: "after" });
  const { label, updated_at, ...rest } = await read(key);
  expect({ ...before, label, updated_at }).toEqual({ ...rest, label: "after", updated_at });
  expect(Date.parse(updated_at) - Date.parse(before.updated_at)).toBeGreaterThanOrEqual(1000);
});

verifies("keys:edit:label", "a label that is too long is rejected", async () => {
  const key = await service.aKey({ label: "before" });
  expect(await update(key, { label: "x".repeat(201) })).toRefuseWith("input_invalid");
  expect((await read(key)).label).toBe("before");
});

verifies("keys:edit:flags", async () => {
  const key = await service.aKey();
  await update(key, { isOData: true, isDataApi: false, allowAnyDatabase: true });
  expect(await read(key)).toMatchObject({ is_odata: true, is_data_api: false, allow_any_database: true });
  expect(await opens(key, "Contacts.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
  await update(key, { isDataApi: true });
  expect(await opens(key, "Orders.fmp12")).toSucceed();
  await update(key, { allowAnyDatabase: false });
  expect(await opens(key, "Orders.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("keys:edit:flags", "a key without any API is rejected, in one step and in two", async () => {
  const key = await service.aKey();
  expect(await update(key, { isDataApi: false })).toRefuseWith("input_invalid");
  expect(await update(key, { isDataApi: false, isOData: false })).toRefuseWith("input_invalid");
  expect(await read(key)).toMatchObject({ is_data_api: true, is_odata: false });
});

verifies("keys:odata:edit", async () => {
  const key = await service.aKey();
  expect((await update(key, { isOData: true })).body.response.isOData).toBe(true);
  expect((await read(key)).is_odata).toBe(true);
  await update(key, { isOData: false });
  expect((await read(key)).is_odata).toBe(false);
});

verifies("keys:edit:files", async () => {
  const key = await service.aKey();
  const answer = await update(key, { databases: ["CONTACTS", "orders"] });
  expect(answer.body.response.databases).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
  expect(await opens(key, "Orders.fmp12")).toSucceed();
  await update(key, { databases: ["Orders"] });
  expect(await opens(key, "Contacts.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("keys:edit:files", "a file that doesn't open with the key's account is rejected by name", async () => {
  const key = await service.aKey();
  const answer = await update(key, { databases: ["Contacts", "Private", "Nowhere"] });
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.body.response.files).toEqual([
    { database: "Private.fmp12", ok: false, reason: "wrong_account" },
    { database: "Nowhere.fmp12", ok: false, reason: "not_hosted" },
  ]);
  expect((await read(key)).databases).toEqual(["Contacts.fmp12"]);
});

verifies("keys:edit:files", "files that the key already has aren't tested again", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  const { logins } = service.sandbox.counters;
  await update(key, { databases: ["orders", "contacts"], label: "the other way round" });
  expect(service.sandbox.counters.logins).toBe(logins);
  expect((await read(key)).databases).toEqual(["Orders.fmp12", "Contacts.fmp12"]);
});

verifies("keys:edit:files", "an empty list is rejected", async () => {
  const key = await service.aKey();
  expect(await update(key, { databases: [] })).toRefuseWith("input_invalid");
});

verifies("keys:edit:account", async () => {
  const key = await service.aKey({ databases: ["Contacts"] });
  expect(await update(key, { user: "readonly" })).toRefuseWith("key_password_required");
  expect(await update(key, { pass: "readonly-pass" })).toRefuseWith("key_password_required");
  expect(await update(key, { user: "readonly", pass: "wrong" })).toRefuseWith("key_files_refused");
  expect((await read(key)).user).toBe("api");
  expect((await update(key, { user: "readonly", pass: "readonly-pass" })).status).toBe(200);
  expect((await read(key)).user).toBe("readonly");
  const write = { key, json: { fieldData: { firstName: "Ada" } } };
  const answer = await service.raw("POST", recordsPath().replace("?_limit=1", ""), write);
  expect(answer.body.messages[0].code).toBe("9"); // The new account is used, which has no write access.
});

verifies("keys:edit:account", "the new account is tested in every file, including those that stay", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  const answer = await update(key, { user: "readonly", pass: "readonly-pass" });
  expect(answer).toRefuseWith("key_files_refused");
  expect(answer.body.response.files).toContainEqual({ database: "Orders.fmp12", ok: false, reason: "wrong_account" });
  expect((await read(key)).user).toBe("api");
});

verifies("keys:edit:account", "sessions of the previous account are closed once no key needs them", async () => {
  const key = await service.aKey({ databases: ["Contacts"], user: "Admin", pass: "full-access-pass" });
  expect(await opens(key, "Contacts.fmp12")).toSucceed();
  const { logouts } = service.sandbox.counters;
  await update(key, { user: "readonly", pass: "readonly-pass" });
  await service.settle();
  // The check of the new account, and the pooled session of the old one.
  expect(service.sandbox.counters.logouts).toBe(logouts + 2);
});

verifies("keys:edit:files", "two concurrent edits never combine a file with an untested account", async () => {
  const key = await service.aKey({ databases: ["Contacts"] });
  const { faults } = service.sandbox.counters;
  service.sandbox.faults.set({ kind: "slow", latencyMs: 60_000, method: "POST", path: "/sessions$" });
  const both = Promise.all([
    update(key, { databases: ["Contacts", "Orders"] }),
    update(key, { user: "readonly", pass: "readonly-pass" }),
  ]);
  // Both are being checked by now.
  await until(() => service.sandbox.counters.faults === faults + 2);
  service.sandbox.faults.clear();
  service.sandbox.advance(60_000);
  const answers = await both;
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { user, databases } = await read(key);
  expect([user, databases.length]).toEqual(user === "api" ? ["api", 2] : ["readonly", 1]);
});
