import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, send, key, read, received } = await hooks(service);
const path = (id: unknown) => `/svc/api/webhooks/${id}`;

verifies("webhooks:register:inbound", async () => {
  const body = { channel: "shop.orders", filename: "contacts", useFileReceiver: false, label: "Shop" };
  const { messages, response } = (await service.admin("POST", "/svc/api/webhooks", body)).body;
  expect(messages).toEqual([{ code: 0, text: "ok" }]);
  expect(response).toMatchObject({
    url: "/svc/receiver/contacts.fmp12/shop.orders",
    database: "contacts.fmp12",
    label: "Shop",
    last_used: null,
    last_result: null,
    last_result_is_error: null,
    active: 1,
    number_of_times_used: 0,
    bytes_received: 0,
  });
  const wrong = await service.admin("POST", "/svc/api/webhooks", { ...body, channel: "a/b" });
  expect(wrong).toRefuseWith("input_invalid");
  expect(wrong.body.messages[0].text).toContain("letters, digits");
});

verifies("webhooks:register:once", async () => {
  const { id } = await register("twice");
  const again = await service.admin("POST", "/svc/api/webhooks", {
    channel: "twice",
    filename: "CONTACTS.fmp12",
    label: "x",
  });
  expect(again).toRefuseWith("webhook_exists");
  expect(again.body.response).toEqual({ id });
});

verifies("webhooks:get:by-id", async () => {
  const made = await register("read");
  expect((await service.admin("GET", path(made.id))).body.response).toEqual(made);
});

verifies("webhooks:list:ids", async () => {
  const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
  const ids = webhooks.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a) - Number(b)));
  expect(ids.length).toBeGreaterThan(2);
});

verifies("webhooks:id:range", async () => {
  for (const id of ["0", "-1", "1.5", "9007199254740992", "x"])
    expect(await service.admin("GET", path(id))).toRefuseWith("input_invalid");
  expect(await service.admin("GET", path("9007199254740991"))).toRefuseWith("webhook_not_found");
});

verifies("webhooks:state:none", async () => {
  expect(await register("plain")).not.toHaveProperty("state");
});

verifies("webhooks:register:inbound", "a webhook's label and settings are changed individually", async () => {
  const { id, settings } = await register("change", { includeQuery: true });
  const changed = (await service.admin("PATCH", path(id), { label: "New", settings: { isOrdered: true } })).body
    .response;
  expect(changed).toMatchObject({ label: "New", settings: { ...settings, includeQuery: true, isOrdered: true } });
  expect(await service.admin("PATCH", path(id), {})).toRefuseWith("input_invalid");
  expect(await service.admin("PATCH", path(id), { channel: "other" })).toRefuseWith("input_invalid");
});

verifies("webhooks:delete:unregisters", async () => {
  const { id } = await register("gone");
  expect((await service.admin("DELETE", path(id))).body.response).toEqual({ ok: true });
  expect(await service.admin("GET", path(id))).toRefuseWith("webhook_not_found");
  await service.admin("PATCH", "/svc/api/settings", { "auto-register-webhook": false });
  expect(await send("POST", "/svc/receiver/Contacts/gone", { json: {} })).toRefuseWith("webhook_not_registered");
});

verifies("webhooks:secret:sealed", async () => {
  const missing = {
    channel: "sealed",
    filename: "Contacts",
    label: "x",
    settings: { verification: { scheme: "github" } },
  };
  expect(await service.admin("POST", "/svc/api/webhooks", missing)).toRefuseWith("webhook_secret_missing");
  const short = { ...missing, settings: { verification: { scheme: "svix" } }, secret: "whsec_abcd" };
  expect(await service.admin("POST", "/svc/api/webhooks", short)).toRefuseWith("webhook_secret_invalid");
  const { id, hasSecret } = await register("sealed", { verification: { scheme: "github" } }, "a-very-own-secret");
  expect(hasSecret).toBe(true);
  const made = (await service.admin("POST", `${path(id)}/secret`, {})).body.response;
  expect(made.secret).toMatch(/^whsec_/);
  const stored = JSON.stringify(await service.rows("webhook"));
  expect(stored).not.toContain("a-very-own-secret");
  expect(stored).not.toContain(made.secret);
  expect((await service.admin("GET", path(id))).text).not.toContain(made.secret);
});

verifies("webhooks:check:points", async () => {
  const check = async (body: object) => (await service.admin("POST", "/svc/api/webhooks/check", { key, ...body })).body;
  const ready = (await check({ filename: "Contacts", withRecord: true })).response;
  expect(ready.points.map(({ id, state }: Point) => [id, state])).toEqual([
    ["key", "ok"],
    ["layout", "ok"],
    ["fields", "ok"],
    ["script", "ok"],
    ["record", "ok"],
  ]);
  expect(ready.isReady).toBe(true);
  const other = (await check({ filename: "Contacts", layout: "Contacts", script: "Nothing" })).response;
  expect(other.isReady).toBe(false);
  expect(other.points.filter(({ state }: Point) => state === "failed").map(({ text }: Point) => text)).toEqual([
    "The layout Contacts has no Channel and Payload",
    "The script Nothing is missing",
  ]);
  const none = (await check({ filename: "Contacts", layout: "Nowhere" })).response;
  expect(none.points).toContainEqual(expect.objectContaining({ id: "layout", state: "failed" }));
  expect(await service.admin("POST", "/svc/api/webhooks/check", { key, filename: "Orders" })).toRefuseWith(
    "key_file_not_allowed",
  );
  const readonly = await service.aKey({ user: "readonly", pass: "readonly-pass" });
  const refused = (await check({ key: readonly, filename: "Contacts", withRecord: true })).response;
  expect(refused.points.at(-1)).toMatchObject({ id: "record", state: "failed" });
});

verifies("webhooks:test:event", async () => {
  const { id } = await register("tested", { verification: { scheme: "stripe" }, active: false }, "whsec_stripe");
  const test = (body: object) => service.admin("POST", `${path(id)}/test`, { key, ...body });
  const taken = (await test({ body: '{"order":7}' })).body.response;
  expect(taken).toMatchObject({ ok: true, status: 200 });
  expect(JSON.parse(taken.msg)).toMatchObject({ success: true, deliveryId: taken.deliveryId });
  expect(await received("tested")).toEqual([{ order: 7, "request-id": taken.deliveryId }]);
  await service.settle();
  const counted = (await service.admin("GET", path(id))).body.response;
  expect(counted).toMatchObject({ number_of_times_used: 1, bytes_received: 11, last_result_is_error: 0 });

  await service.admin("PATCH", path(id), { settings: { layout: "Missing" } });
  const failed = (await test({})).body.response;
  expect(failed).toMatchObject({ ok: false, status: 502, msg: expect.stringContaining("the layout is missing") });
  expect(await read(failed.deliveryId)).toMatchObject({ state: "failed" });
  const other = await service.aKey({ databases: ["Orders"] });
  expect(await test({ key: other })).toRefuseWith("key_file_not_allowed");
  expect(await test({ body: "{" })).toRefuseWith("json_invalid");
  expect(await service.admin("POST", `${path(999)}/test`, { key })).toRefuseWith("webhook_not_found");
});

interface Point {
  readonly id: string;
  readonly state: string;
  readonly text: string;
}
