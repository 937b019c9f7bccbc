import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { receivers, verified } from "./support/a-receiver.ts";
import { pacedAdmin } from "./support/paced.ts";

const other = await receivers();
const service = await testService({ decorate: other.decorate });
afterAll(async () => {
  await service.stop();
  await other.stop();
});

const key = await service.aKey({ isOData: true });
const admin = pacedAdmin(service);
const { faults } = service.sandbox;
const path = "/svc/api/triggers";
const file = { filename: "Contacts", key };

const create = async (given: object) =>
  admin("POST", path, { label: "test", ...file, tableName: "Contacts", ...given });
const created = async (given: object) => {
  const answer = await create(given);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.response;
};
const read = async (id: number) => (await admin("GET", `${path}/${id}`)).body.response;
const remove = (id: number, query = "") => admin("DELETE", `${path}/${id}${query}`);
const inspect = async () => (await admin("POST", `${path}/inspect`, file)).body.response;
const relayTo = (...paths: string[]) => ({
  destination: { kind: "relay", targets: paths.map((to) => ({ kind: "url", url: other.url(to) })) },
});
const straightTo = (to: string, headers: object = {}) => ({
  destination: { kind: "address", url: other.localUrl(to), headers },
});

/** Changes a record through OData. */
const change = (row: number, city: string) =>
  service.raw("PATCH", `/svc/fmi/odata/v4/Contacts/Contacts(ROWID=${row})`, { key, json: { city } });

/** Turns the clock until a receiver has received this number of calls. */
async function calls(to: string, count: number) {
  while (other.at(to).length < count) await service.turn(10);
  return other.at(to);
}

verifies("triggers:relay:signed", async () => {
  const { trigger, secrets } = await created({ ...relayTo("/one", "/two"), select: '"id",city' });
  expect(trigger).toMatchObject({ state: "active", reason: null, database: "Contacts.fmp12", replaced: [] });
  const byDataApi = `/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records`;
  await service.raw("PATCH", `${byDataApi}/1`, { key, json: { fieldData: { city: "Bern" } } });
  await calls("/one", 1);
  await change(2, "Basel");
  await calls("/one", 2);
  await service.raw(
    "GET",
    `/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/script/Make%20contact?script.param=Lovelace`,
    { key },
  );
  const [first, second, third] = await calls("/one", 3);
  const secretOf = (at: number) => secrets[at].secret;
  const body = (received: typeof first) => verified(received as never, secretOf(0), service.clock.now());
  expect(body(first)).toMatchObject({ value: [{ id: 1, city: "Bern" }] });
  expect(body(second)).toMatchObject({ value: [{ id: 2, city: "Basel" }] });
  expect(body(third)).toMatchObject({ value: [{ id: 1001 }] });
  const [toTwo] = await calls("/two", 3);
  expect(verified(toTwo as never, secretOf(1), service.clock.now())).toMatchObject({ value: [{ city: "Bern" }] });
  expect(() => verified(toTwo as never, secretOf(0), service.clock.now())).toThrow();
  await remove(trigger.id);
});

verifies("triggers:manage:table-changes", async () => {
  const { trigger } = await created(relayTo("/list"));
  const listed = (await admin("GET", path)).body.response.triggers;
  expect(listed).toEqual([trigger]);
  const { status, triggers, tables } = await inspect();
  expect(status).toBe("ACTIVE");
  expect(tables).toEqual(expect.arrayContaining(["Contacts", "Phones"]));
  expect(triggers).toMatchObject([{ triggerId: trigger.id, serverId: trigger.serverId, tableName: "Contacts" }]);
  expect((await read(trigger.id)).onServer).toEqual(triggers);
  await remove(trigger.id);
  expect(await admin("GET", `${path}/${trigger.id}`)).toRefuseWith("trigger_not_found");
  expect((await inspect()).triggers).toEqual([]);
});

verifies("triggers:register:extension", async () => {
  // A call that names the file without its extension would fail.
  faults.set({ kind: "stopped", path: "/Contacts/" });
  const { trigger } = await created({ ...straightTo("/extension"), filename: "contacts" });
  expect(trigger.state).toBe("active");
  faults.set({ kind: "stopped", path: "/Contacts.fmp12/" });
  expect((await read(trigger.id)).onServer).toBeNull();
  faults.clear();
  await remove(trigger.id);
});

verifies("triggers:address:straight", async () => {
  const { trigger, secrets } = await created({
    ...straightTo("/straight?sig=hidden-secret", { "X-Token": "hidden-token" }),
    filter: "city eq 'Chur'",
  });
  expect(secrets).toEqual([]);
  expect(trigger.destination).toMatchObject({ kind: "address", headers: ["X-Token"], targets: [] });
  expect(JSON.stringify(await read(trigger.id))).not.toContain("hidden");
  expect(JSON.stringify(await service.rows("triggers"))).not.toContain("hidden");
  await change(3, "Genf");
  await change(3, "Chur");
  const [came] = await calls("/straight?sig=hidden-secret", 1);
  expect(came?.headers["x-token"]).toBe("hidden-token");
  expect(JSON.parse(came?.text ?? "")).toMatchObject({ value: [{ city: "Chur" }] });
  await remove(trigger.id);
});

verifies("triggers:access:key-deleted", async () => {
  const value = await service.aKey({ label: "Shop", databases: ["Contacts"], isOData: true });
  const { trigger } = await created({ ...relayTo("/deleted"), key: value });
  expect((await read(trigger.id)).unreadBecause).toBeNull();
  expect(trigger.access.isKeyDeleted).toBe(false);
  expect(await admin("DELETE", `/svc/api/api-key/${trigger.access.keyId}`)).toSucceed();
  const after = await read(trigger.id);
  expect(after).toMatchObject({
    trigger: { access: { keyId: trigger.access.keyId, isKeyDeleted: true } },
    onServer: null,
    unreadBecause: { error: "trigger_key_deleted", text: "The key that this trigger uses was deleted" },
  });
  const listed = (await admin("GET", path)).body.response.triggers;
  expect(listed).toContainEqual(expect.objectContaining({ id: trigger.id, access: after.trigger.access }));
  expect(await remove(trigger.id)).toRefuseWith("trigger_key_deleted");
  const repaired = (await admin("PATCH", `${path}/${trigger.id}`, { key })).body.response.trigger;
  expect(repaired).toMatchObject({ state: "active", access: { isKeyDeleted: false } });
  expect(await remove(trigger.id)).toSucceed();
});

verifies("triggers:access:account", async () => {
  const account = { user: "Admin", pass: "full-access-pass" };
  const { trigger } = await created({ ...straightTo("/account"), key: undefined, account });
  expect(trigger.access).toEqual({ keyId: null, user: "Admin", isKeyDeleted: false });
  expect(JSON.stringify(await service.rows("triggers"))).not.toContain("full-access-pass");
  await remove(trigger.id);
  const both = await create({ ...straightTo("/account"), account });
  expect(both).toRefuseWith("input_invalid");
  const wrong = await create({ ...straightTo("/account"), key: undefined, account: { ...account, pass: "wrong" } });
  expect(wrong).toRefuseWith("trigger_account_refused");
  expect((await admin("GET", path)).body.response.triggers).toEqual([]);
});

verifies("triggers:change:refused", async () => {
  expect(await create({ ...relayTo("/x"), tableName: "Nowhere" })).toRefuseWith("trigger_refused");
  expect(await create({ ...relayTo("/x"), select: "city, id" })).toRefuseWith("input_invalid");
  expect((await inspect()).triggers).toEqual([]);
  const { trigger } = await created(relayTo("/x"));
  const refused = await admin("PATCH", `${path}/${trigger.id}`, { tableName: "Nowhere", label: "other" });
  expect(refused).toRefuseWith("trigger_refused");
  await service.turn(60_000);
  const { trigger: after, onServer } = await read(trigger.id);
  expect(after).toEqual({ ...trigger, updatedAt: after.updatedAt });
  expect(onServer).toHaveLength(1);
  await remove(trigger.id);
});

verifies("triggers:change:new-first", async () => {
  other.answer("/before", (_request, response) => response.writeHead(503).end());
  const { trigger } = await created(straightTo("/before"));
  await change(4, "Thun");
  await calls("/before", 1);
  while ((await read(trigger.id)).onServer[0].pendingOperations.length === 0) await service.turn(10);
  const { trigger: changed } = (await admin("PATCH", `${path}/${trigger.id}`, straightTo("/after"))).body.response;
  expect(changed).toMatchObject({ state: "changing", replaced: [{ serverId: trigger.serverId, pendingCount: 1 }] });
  await change(5, "Olten");
  expect(JSON.parse((await calls("/after", 1))[0]?.text ?? "")).toMatchObject({ value: [{ city: "Olten" }] });
  expect((await read(trigger.id)).onServer).toHaveLength(2);
  // Events for the previous registration still arrive, then it is deleted.
  other.answer("/before", (_request, response) => response.end());
  while ((await read(trigger.id)).trigger.state !== "active") await service.turn(30_000);
  expect((await read(trigger.id)).onServer).toMatchObject([
    { serverId: changed.serverId, url: other.localUrl("/after") },
  ]);
  expect(
    other
      .at("/before")
      .map(({ text }) => text)
      .join(),
  ).toContain("Thun");
  await remove(trigger.id);
});

verifies("triggers:change:new-first", "pending events are dropped on request", async () => {
  other.answer("/dropped", (_request, response) => response.writeHead(503).end());
  const { trigger } = await created(straightTo("/dropped"));
  await change(4, "Wil");
  await calls("/dropped", 1);
  const given = { ...straightTo("/kept"), dropsPending: true };
  const { trigger: changed } = (await admin("PATCH", `${path}/${trigger.id}`, given)).body.response;
  expect(changed).toMatchObject({ state: "active", replaced: [] });
  const same = (await admin("PATCH", `${path}/${trigger.id}`, { label: "Renamed" })).body.response.trigger;
  expect(same).toMatchObject({ label: "Renamed", serverId: changed.serverId, state: "active" });
  await remove(trigger.id);
});

verifies("triggers:change:server-away", async () => {
  faults.set({ kind: "stopped", path: "Webhook" });
  const { trigger } = await created(relayTo("/later"));
  expect(trigger).toMatchObject({ state: "changing", serverId: null });
  expect(trigger.reason).not.toBeNull();
  expect((await read(trigger.id)).onServer).toBeNull();
  faults.clear();
  while ((await read(trigger.id)).trigger.state !== "active") await service.turn(30_000);
  expect((await read(trigger.id)).onServer).toHaveLength(1);
  faults.set({ kind: "stopped", path: "Webhook" });
  expect((await remove(trigger.id)).body.response).toEqual({ ok: true, isPending: true });
  expect((await read(trigger.id)).trigger.state).toBe("deleting");
  faults.clear();
  while ((await admin("GET", `${path}/${trigger.id}`)).status === 200) await service.turn(30_000);
  expect((await inspect()).triggers).toEqual([]);
});

verifies("triggers:delete:pending", async () => {
  const { trigger } = await created(straightTo("/gone"));
  expect((await remove(trigger.id)).body.response).toEqual({ ok: true, isPending: false });
  expect(await remove(trigger.id)).toRefuseWith("trigger_not_found");
  const { trigger: second } = await created(straightTo("/gone"));
  faults.set({ kind: "stopped", path: "Webhook" });
  expect((await remove(second.id, "?force=true")).body.response).toEqual({ ok: true, isPending: false });
  faults.clear();
  await service.turn(60_000);
  const { triggers } = await inspect();
  expect(triggers).toMatchObject([{ triggerId: null, url: other.localUrl("/gone") }]);
  const delete_ = `/svc/fmi/odata/v4/Contacts.fmp12/Webhook.Delete(${triggers[0].serverId})`;
  const byProxy = await service.raw("POST", delete_, { key, headers: { "X-Svc-Normalize-Ext": "false" } });
  expect(byProxy.status).toBe(200);
});

verifies("triggers:invoke:rows", async () => {
  const { trigger } = await created({ ...relayTo("/invoked"), select: '"id"' });
  const invoke = (json: object) => admin("POST", `${path}/${trigger.id}/invoke`, json);
  expect((await invoke({ rowIDs: [7, 9] })).body.response).toEqual({ ok: true });
  expect(JSON.parse((await calls("/invoked", 1))[0]?.text ?? "").value).toMatchObject([{ id: 7 }, { id: 9 }]);
  expect(await invoke({})).toRefuseWith("input_invalid");
  expect(await invoke({ rowIDs: [] })).toRefuseWith("input_invalid");
  await invoke({ allRecords: true });
  const [, all] = await calls("/invoked", 2);
  expect(JSON.parse(all?.text ?? "").value.length).toBeGreaterThan(999);
  await remove(trigger.id);
});

verifies("triggers:server:version", async () => {
  const { server } = service.sandbox.world.definition;
  const { version } = server;
  Object.assign(server, { version: "22.0.2.204" });
  expect(await create(relayTo("/old"))).toRefuseWith("triggers_unsupported");
  expect(await admin("POST", `${path}/inspect`, file)).toRefuseWith("triggers_unsupported");
  Object.assign(server, { version: "26.0.1.68" });
  const { trigger } = await created({ ...relayTo("/new"), maxFailedAttempts: 3 });
  expect(trigger).toMatchObject({ state: "active", maxFailedAttempts: 3 });
  await remove(trigger.id);
  Object.assign(server, { version });
});
