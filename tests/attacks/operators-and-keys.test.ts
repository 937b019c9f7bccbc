import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { refusedHosts } from "../system/support/refused-hosts.ts";
import { receivers } from "../triggers/support/a-receiver.ts";
import { callsAs } from "./support/callers.ts";

const other = await receivers();
/** Names resolve to the receiver here. This machine's own address can be called while `isOpen` is true. */
const rule = { isOpen: true };
const calls = callouts({
  isAllowed: (address) => address === "192.0.2.7" || (rule.isOpen && address === "127.0.0.1"),
  addressesOf: async (name) => [name === "closed.example.com" ? "10.99.0.1" : "127.0.0.1"],
});
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: calls }) });
afterAll(async () => {
  await service.stop();
  await other.stop();
});

const key = await service.aKey({ isOData: true });
const listed = (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"];
const { id: keyId, key: hint } = listed.at(-1);
const operator = await callsAs(service, "operator");
const path = "/svc/api/triggers";
const watched = { label: "x", filename: "Contacts", tableName: "Contacts" };
const relay = { kind: "relay", targets: [{ kind: "url", url: other.url("/relay") }] };
const account = { user: "Admin", pass: "full-access-pass" };
/** Makes calls one second apart: OData authenticates every call, and Latchkey signs in at most ten times per second. */
const made = async (call: typeof operator, given: object) => {
  await service.turn(1_000);
  return call("POST", path, { ...watched, destination: relay, ...given });
};
const triggers = async () => (await service.admin("GET", path)).body.response.triggers;

verifies("triggers:access:operators", "a key's id or hint isn't accepted", async () => {
  const { id: webhook } = (
    await service.admin("POST", "/svc/api/webhooks", { channel: "a", filename: "Contacts", label: "a" })
  ).body.response;
  const { slug } = (
    await service.admin("POST", "/svc/api/mcp-servers", { name: "a", slug: "a", filename: "Contacts.fmp12" })
  ).body.response;
  expect(slug).toBe("a");
  for (const name of [keyId, String(keyId), hint]) {
    expect(await made(operator, { key: name }), name).toRefuseWith("key_value_needed");
    const named = { filename: "Contacts", key: name };
    expect(await operator("POST", `${path}/inspect`, named)).toRefuseWith("key_value_needed");
    expect(await operator("POST", "/svc/api/webhooks/check", named)).toRefuseWith("key_value_needed");
    expect(await operator("POST", `/svc/api/webhooks/${webhook}/test`, { key: name })).toRefuseWith("key_value_needed");
    expect(await operator("POST", "/svc/api/mcp-servers/scripts", named)).toRefuseWith("key_value_needed");
    expect(await operator("POST", "/svc/api/mcp-servers/a/preview", { key: name })).toRefuseWith("key_value_needed");
  }
  // The answer doesn't reveal whether a key exists.
  expect(await made(operator, { key: 999_999 })).toRefuseWith("key_value_needed");
  expect(await triggers()).toEqual([]);
  // The key's value is proof of the key.
  expect(await made(operator, { key })).toSucceed();
  expect(await operator("POST", "/svc/api/webhooks/check", { filename: "Contacts", key })).toSucceed();
  expect(await operator("POST", `/svc/api/webhooks/${webhook}/test`, { key })).toSucceed();
});

verifies("triggers:access:operators", "a stored account reads nothing else and sends nowhere else", async () => {
  for (const access of [{ key: keyId }, { account }]) {
    const { trigger } = (await made(service.admin, { ...access, select: "city", filter: "city eq 'Chur'" })).body
      .response;
    const at = `${path}/${trigger.id}`;
    const [{ id: target }] = trigger.destination.targets;
    const changes = [
      { select: "" },
      { filter: "" },
      { tableName: "Phones" },
      { notifySchemaChanges: true },
      { destination: { kind: "address", url: other.localUrl("/stolen") } },
      { destination: { kind: "relay", targets: [{ kind: "url", url: other.url("/stolen") }] } },
      { destination: { kind: "relay", targets: [{ kind: "url", id: target, url: other.url("/stolen") }] } },
    ];
    for (const change of changes)
      expect(await operator("PATCH", at, change), JSON.stringify(change)).toRefuseWith("trigger_access_needed");
    expect(await operator("POST", `${at}/invoke`, { rowIDs: [1] })).toRefuseWith("trigger_access_needed");
    // The caller's own key or account isn't proof of the stored one.
    const own = await service.aKey({ isOData: true, label: "own" });
    expect(await operator("POST", `${at}/invoke`, { rowIDs: [1], key: own })).toRefuseWith("trigger_access_needed");
    const ownAccount = { user: "api", pass: "demo-pass" };
    const shown = await operator("POST", `${at}/invoke`, { rowIDs: [1], account: ownAccount });
    expect(shown).toRefuseWith("trigger_access_needed");
    expect(other.at("/stolen")).toEqual([]);
    expect(other.at("/relay")).toEqual([]);

    // An operator can make changes that read no additional data.
    const kept = { kind: "relay", targets: [{ kind: "url", id: target, isEnabled: false }] };
    await service.turn(1_000);
    expect(await operator("PATCH", at, { label: "y", select: "city", destination: kept })).toSucceed();
    // With the key or the account, an operator can change everything.
    const proof = "key" in access ? { key } : { account };
    await service.turn(1_000);
    expect(await operator("POST", `${at}/invoke`, { rowIDs: [1], ...proof })).toSucceed();
    await service.turn(1_000);
    expect(await operator("PATCH", at, { select: "city,lastName", ...proof })).toSucceed();
    expect(await service.admin("DELETE", at)).toSucceed();
  }
  const wrong = { account: { ...account, pass: "wrong" } };
  const { trigger } = (await made(service.admin, { account })).body.response;
  await service.turn(1_000);
  const guessed = await operator("POST", `${path}/${trigger.id}/invoke`, { rowIDs: [1], ...wrong });
  expect(guessed).toRefuseWith("trigger_account_refused");
});

verifies("triggers:relay:headers", async () => {
  const headers = { "X-Token": "hidden-token" };
  const url = other.url("/mine");
  const { trigger } = (
    await made(service.admin, { key, destination: { kind: "relay", targets: [{ kind: "url", url, headers }] } })
  ).body.response;
  const [{ id }] = trigger.destination.targets;
  const moved = async (to: string) => {
    await service.turn(1_000);
    const destination = { kind: "relay", targets: [{ kind: "url", id, url: to }] };
    return (await service.admin("PATCH", `${path}/${trigger.id}`, { destination })).body.response.trigger.destination
      .targets[0].headers;
  };
  expect(await moved(`${url}/2`)).toEqual(["X-Token"]);
  expect(await moved("https://elsewhere.example.com/mine")).toEqual([]);
});

verifies("triggers:address:networks", async () => {
  rule.isOpen = false;
  const before = (await triggers()).length;
  const port = new URL(other.localUrl("/")).port;
  for (const host of [...refusedHosts, "10.99.0.1", "closed.example.com", "169.254.170.2", "[fd00:ec2::254]"]) {
    const destination = { kind: "address", url: `http://${host}:${port}/in` };
    expect(await made(service.admin, { key, destination }), host).toRefuseWith("trigger_address_refused");
  }
  expect((await triggers()).length).toBe(before);
  const { trigger } = (await made(service.admin, { key })).body.response;
  const destination = { kind: "address", url: other.localUrl("/in") };
  const changed = await service.admin("PATCH", `${path}/${trigger.id}`, { destination });
  expect(changed).toRefuseWith("trigger_address_refused");
  await service.turn(1_000);
  const { trigger: after, onServer } = (await service.admin("GET", `${path}/${trigger.id}`)).body.response;
  expect(after).toMatchObject({ state: "active", destination: { kind: "relay" } });
  expect(onServer).toHaveLength(1);
  rule.isOpen = true;
});

verifies(
  "triggers:address:networks",
  "an existing trigger is removed once its address is no longer allowed",
  async () => {
    const destination = { kind: "address", url: other.localUrl("/stored") };
    const { trigger } = (await made(service.admin, { key, destination })).body.response;
    expect(trigger).toMatchObject({ state: "active", reason: null });
    const read = async () => {
      await service.turn(1_000);
      return (await service.admin("GET", `${path}/${trigger.id}`)).body.response;
    };
    rule.isOpen = false;
    while ((await read()).trigger.state !== "refused") await service.turn(60_000);
    expect(await read()).toMatchObject({
      trigger: { reason: expect.stringContaining("CALLOUT_NETWORKS"), serverId: null },
      onServer: [],
    });
    await service.turn(1_000);
    const invoked = await service.admin("POST", `${path}/${trigger.id}/invoke`, { rowIDs: [1] });
    expect(invoked).toRefuseWith("trigger_not_active");
    expect(other.at("/stored")).toEqual([]);
    expect(await service.logs()).toContain("trigger_refused");

    rule.isOpen = true;
    await service.turn(1_000);
    expect(await service.admin("PATCH", `${path}/${trigger.id}`, { label: "again" })).toSucceed();
    expect(await read()).toMatchObject({ trigger: { state: "active", reason: null }, onServer: [{}] });
  },
);
