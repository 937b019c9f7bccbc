import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.turn(20 * 60_000));

const path = "/svc/api/admin-api-key";
const account = { user: "admin", pass: "admin-pass" };
const create = (body: object) => service.admin("POST", path, { ...account, ...body });
const rows = async () => (await service.admin("GET", path)).body.response["api-keys"];
const use = (key: string) => service.raw("GET", "/svc/api/api-key", { key });

verifies("keys:admin:create", async () => {
  const { status, body } = await create({ label: "Deploy script" });
  expect(status).toBe(200);
  expect(Object.keys(body.response).sort()).toEqual(["hint", "id", "key"]);
  expect((await use(body.response.key)).status).toBe(200);
});

verifies("keys:admin:create", "an Admin API Key can create another", async () => {
  const headers = { Authorization: `Bearer ${await service.anAdminKey()}` };
  const { body } = await service.raw("POST", path, { headers, json: { ...account, label: "child" } });
  expect((await use(body.response.key)).status).toBe(200);
});

verifies("keys:admin:prefix", "a created Admin API Key begins with ak_, and so does its hint", async () => {
  const { id, key, hint } = (await create({})).body.response;
  expect(key).toMatch(/^ak_[0-9A-Za-z]{49}$/);
  expect(hint).toBe(`ak_${id}…${key.slice(-4)}`);
});

verifies("keys:admin:label", async () => {
  const { id } = (await create({ label: "Nightly deploy" })).body.response;
  expect((await service.admin("GET", `${path}/${id}`)).body.response.label).toBe("Nightly deploy");
  const unnamed = (await create({})).body.response.id;
  expect((await service.admin("GET", `${path}/${unnamed}`)).body.response.label).toBe("(no label)");
});

verifies("keys:admin:wrong-credentials", async () => {
  const before = await rows();
  expect(await create({ pass: "wrong" })).toRefuseWith("credentials_refused");
  expect(await create({ user: "nobody" })).toRefuseWith("credentials_refused");
  expect(await rows()).toEqual(before);
});

verifies("keys:admin:wrong-credentials", "an account of a file isn't an Admin Console account", async () => {
  expect(await create({ user: "api", pass: "demo-pass" })).toRefuseWith("credentials_refused");
});

verifies("keys:admin:wrong-credentials", "a server that can't be reached causes another error", async () => {
  expect((await service.admin("GET", path)).status).toBe(200); // The caller is known from here on.
  service.sandbox.faults.set({ kind: "stopped" });
  expect(await create({})).toRefuseWith("upstream_unreachable");
  service.sandbox.faults.clear();
});

verifies("keys:admin:wrong-credentials", "without label, user, or pass, it is rejected with the field", async () => {
  const { text } = (await service.admin("POST", path, {})).body.messages[0];
  expect(text).toMatch(/`user`: .*`pass`: /);
});

verifies("keys:admin:list", async () => {
  await create({ label: "listed" });
  const list = await rows();
  expect(list.map(({ id }: { id: number }) => id)).toEqual(list.map((_: unknown, index: number) => index + 1));
  expect(list.at(-1)).toEqual({
    id: list.length,
    key: expect.stringMatching(/^ak_\d+…\w{4}$/),
    label: "listed",
    created_at: expect.stringMatching(/^2026-11-20T/),
    created_by: "account:admin",
    last_used: null,
    failing_since: null,
    role: "administrator",
    ends_at: null,
    is_disabled: false,
    replaced_by: null,
    replaces: null,
    is_imported: false,
    limits: null,
  });
});

verifies("keys:admin:list", "in pages", async () => {
  const all = await rows();
  const first = (await service.admin("GET", `${path}?limit=2`)).body.response;
  const rest = (await service.admin("GET", `${path}?cursor=${encodeURIComponent(first.cursor)}`)).body.response;
  expect([...first["api-keys"], ...rest["api-keys"]]).toEqual(all);
});

verifies("keys:admin:read", async () => {
  const { id, key } = (await create({ label: "read" })).body.response;
  const byId = await service.admin("GET", `${path}/${id}`);
  expect(byId.body).toEqual({
    messages: [{ code: 0, text: "ok" }],
    response: (await rows()).find((row: { id: number }) => row.id === id),
  });
  expect((await service.admin("GET", `${path}/${key}`)).body).toEqual(byId.body);
});

verifies("keys:admin:shown-once", async () => {
  const { id, key } = (await create({ label: "once" })).body.response;
  const answers = [
    await service.admin("GET", path),
    await service.admin("GET", `${path}/${key}`),
    await service.admin("PATCH", `${path}/${key}`, { label: "again" }),
    await service.admin("POST", `${path}/bulk-delete`, { keys: [key, `${key}x`] }),
  ];
  expect(answers.at(-1)?.body.response.deleted).toEqual([id]);
  for (const { text } of answers) expect(text).not.toContain(key);
});

verifies("keys:admin:password", async () => {
  const created = await create({ label: "quiet" });
  const { id } = created.body.response;
  const answers = [
    created,
    await service.admin("GET", path),
    await service.admin("GET", `${path}/${id}`),
    await service.admin("PATCH", `${path}/${id}`, { label: "x" }),
    await create({ user: "nobody-here", pass: "wrong-secret" }),
    await service.admin("DELETE", `${path}/${id}`),
  ];
  for (const { text } of answers) expect(text).not.toMatch(/admin-pass|wrong-secret|nobody-here|"user"|sealed/);
});

verifies("keys:admin:relabel", async () => {
  const { id, key, hint } = (await create({ label: "before" })).body.response;
  const before = (await service.admin("GET", `${path}/${id}`)).body.response;
  const more = { user: "x", pass: "y", id: 7 };
  expect(await service.admin("PATCH", `${path}/${id}`, { label: "other", ...more })).toRefuseWith("input_invalid");
  expect((await service.admin("GET", `${path}/${id}`)).body.response).toEqual(before);
  const answer = await service.admin("PATCH", `${path}/${id}`, { label: " after " });
  expect(answer.body.response).toEqual({ key: hint, label: "after" });
  expect((await service.admin("GET", `${path}/${id}`)).body.response).toEqual({ ...before, label: "after" });
  expect((await use(key)).status).toBe(200);
  expect(await service.admin("PATCH", `${path}/${id}`, {})).toRefuseWith("input_invalid");
});

verifies("keys:admin:delete", async () => {
  const key = await service.anAdminKey();
  expect((await use(key)).status).toBe(200);
  expect((await service.admin("DELETE", `${path}/${key}`)).body.response).toEqual({ ok: true });
  expect(await use(key)).toRefuseWith("unauthenticated");
});

verifies("keys:admin:delete", "many at once", async () => {
  const keys = [await service.anAdminKey(), await service.anAdminKey()] as const;
  const { deleted, notFound } = (await service.admin("POST", `${path}/bulk-delete`, { keys: [...keys, 9999] })).body
    .response;
  expect([deleted.length, notFound]).toEqual([2, [9999]]);
  for (const key of keys) expect(await use(key)).toRefuseWith("unauthenticated");
});

verifies("keys:admin:delete", "an operation on one kind of key doesn't find the other kind", async () => {
  const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
  expect(await service.admin("DELETE", `${path}/${key}`)).toRefuseWith("key_not_found");
  expect(await service.admin("DELETE", `/svc/api/api-key/${adminKey}`)).toRefuseWith("key_not_found");
  expect((await use(adminKey)).status).toBe(200);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

verifies("keys:admin:power", async () => {
  const by = (Authorization: string) => async (method: string, address: string, json?: unknown) =>
    (await service.raw(method, address, { headers: { Authorization }, ...(json !== undefined && { json }) })).status;
  const asKey = by(`Bearer ${await service.anAdminKey()}`);
  const asAccount = by(adminAccount);
  const options = { user: "api", pass: "demo-pass", databases: ["Contacts"] };
  for (const [as, id] of [
    [asAccount, (await service.admin("POST", "/svc/api/api-key", options)).body.response.id],
    [asKey, (await service.admin("POST", "/svc/api/api-key", options)).body.response.id],
  ] as const) {
    const toDelete = [(await create({})).body.response.id, (await create({})).body.response.id];
    const statuses = [
      await as("POST", "/svc/api/api-key", options),
      await as("GET", "/svc/api/api-key"),
      await as("GET", `/svc/api/api-key/${id}`),
      await as("PATCH", `/svc/api/api-key/${id}`, { label: "x", databases: ["Contacts", "Orders"] }),
      await as("POST", `/svc/api/api-key/${id}/logout`),
      await as("DELETE", `/svc/api/api-key/${id}`),
      await as("POST", "/svc/api/api-key/bulk-delete", { keys: [id] }),
      await as("POST", path, { ...account, label: "another" }),
      await as("GET", path),
      await as("GET", `${path}/${toDelete[0]}`),
      await as("PATCH", `${path}/${toDelete[0]}`, { label: "x" }),
      await as("DELETE", `${path}/${toDelete[0]}`),
      await as("POST", `${path}/bulk-delete`, { keys: [toDelete[1]] }),
    ];
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
});
