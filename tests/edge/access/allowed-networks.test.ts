import { afterAll, afterEach, expect } from "vitest";
import { networkRule } from "#shared/http/network-rule.ts";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { isFromThisMachine } from "../../../local-runtime/http/client-address.ts";
import { trailOf } from "../../support/audit-trail.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const path = "/svc/api/settings/networks";
const office = "192.0.2.7";
const elsewhere = "198.51.100.9";
const from = (address: string) => ({ "X-Forwarded-For": address });

/** Number of reads of the list; `isAway` makes the store unavailable. */
const list = { reads: 0, isAway: false };
const counted = (table: Table): Table => ({
  ...table,
  get: async (key) => {
    if (key.pk === "allowed-networks") {
      list.reads += 1;
      if (list.isAway) throw new StoreUnavailable("away");
    }
    return table.get(key);
  },
});
const service = await testService({
  environment: { TRUSTED_PROXIES: "127.0.0.1" },
  decorate: (platform) => ({ ...platform, table: counted(platform.table) }),
});
afterAll(() => service.stop());

/** Sets the list as an administrator, from this machine or through a proxy from an address. */
const set = (networks: readonly string[], headers: object = {}, more: object = {}) =>
  service.raw("PUT", path, {
    headers: { Authorization: basicAuth("admin", "admin-pass"), ...headers },
    json: { networks, ...more },
  });
afterEach(async () => {
  list.isAway = false;
  expect(await set([])).toSucceed();
});

const key = await service.aKey({ isOData: true });
const adminKey = await service.anAdminKey();
const databases = "/svc/fmi/data/vLatest/databases/Contacts";

verifies("access:networks:every-way", async () => {
  const ask = (address: string, method: string, target: string, bearer = "dk_wrong", json?: unknown) =>
    service.raw(method, target, {
      headers: { Authorization: `Bearer ${bearer}`, ...from(address) },
      ...(json !== undefined && { json }),
    });
  expect(await set(["192.0.2.0/24", "2001:db8::/32"])).toSucceed();
  // Rejected before credentials are checked: these calls have none.
  expect(await ask(elsewhere, "GET", "/svc/api/api-key")).toRefuseWith("network_refused");
  expect(await ask(elsewhere, "GET", "/svc/api/settings/nothing")).toRefuseWith("network_refused");
  expect(await ask(elsewhere, "POST", "/svc/api/session", "", { user: "admin", pass: "x" })).toRefuseWith(
    "network_refused",
  );
  expect(await ask(elsewhere, "GET", "/svc/api/info")).toRefuseWith("network_refused");
  expect(await ask(elsewhere, "GET", `${databases}/layouts/Contacts/records`)).toRefuseLikeFileMaker("network_refused");
  expect(await ask(elsewhere, "GET", "/svc/fmi/odata/v4/Contacts/Contacts")).toRefuseLikeOData("network_refused");
  expect(await ask(elsewhere, "GET", "/svc/fmi/admin/v2/databases")).toRefuseLikeAdminApi("network_refused");
  expect((await ask(elsewhere, "GET", "/svc/fmi/streaming/x")).status).toBe(403);
  for (const [method, target] of [
    ["POST", "/svc/receiver/Contacts/shop"],
    ["POST", "/svc/filereceiver/Contacts/shop"],
    ["POST", "/svc/mcp/crm"],
    ["POST", "/svc/admin-mcp"],
    ["GET", "/svc/metrics"],
    ["GET", "/svc/.well-known/oauth-protected-resource/svc/mcp/crm"],
    ["POST", "/svc/oauth/token"],
    ["GET", "/svc/apidoc/openapi.json"],
    ["GET", "/svc/api/logs/x/download"],
  ] as const) {
    const answer = await ask(elsewhere, method, target, "", method === "POST" ? {} : undefined);
    expect([answer.status, target]).toEqual([403, target]);
    expect(answer.text).toContain(elsewhere);
  }
  const page = await ask(elsewhere, "GET", "/svc/console/");
  expect(page.status).toBe(403);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.text).toContain(`allowed: ${elsewhere}`);
  for (const health of ["/svc/healthz", "/svc/readyz"]) expect((await ask(elsewhere, "GET", health)).status).toBe(200);
  // From the listed networks, everything works as usual.
  for (const address of [office, "2001:db8::7", "::ffff:192.0.2.8"]) {
    expect(await ask(address, "GET", `${databases}/layouts/Contacts/records?_limit=1`, key), address).toSucceed();
    expect(await ask(address, "GET", "/svc/api/api-key", adminKey), address).toSucceed();
  }
  expect(await ask(office, "GET", "/svc/api/api-key")).toRefuseWith("wrong_kind_of_key");
});

verifies("access:networks:every-way", "a rejected network doesn't count as a rejected credential", async () => {
  await set(["192.0.2.0/24"]);
  const before = (await trailOf(service)("?limit=50")).length;
  for (let call = 0; call < 3; call += 1)
    await service.raw("GET", "/svc/api/api-key", { headers: { Authorization: "Bearer ak_x", ...from(elsewhere) } });
  expect(await trailOf(service)("?limit=50")).toHaveLength(before);
});

verifies("access:networks:caller", async () => {
  const left = await set(["203.0.113.0/24", "2001:db8::/32"], from(office));
  expect(left).toRefuseWith("caller_left_out");
  expect(left.body.messages[0].text).toContain(office);
  expect((await service.admin("GET", path)).body.response).toMatchObject({ networks: [] });
  expect(await set(["192.0.2.0/24"], from(office))).toSucceed();
  const [entry] = await trailOf(service)("?limit=1");
  expect(entry).toMatchObject({
    action: "setAllowedNetworks",
    actor: "account:admin",
    objects: ["allowed-networks"],
    outcome: "done",
  });
  for (const wrong of ["192.0.2.0/33", "example.com", "192.0.2.300", ""])
    expect(await set([wrong]), wrong).toRefuseWith("input_invalid");
  const { version } = (await service.admin("GET", path)).body.response;
  expect(await set([office], {}, { version: version - 1 })).toRefuseWith("settings_changed");
  expect(await set([office], {}, { version })).toSucceed();
});

verifies("access:networks:own-machine", async () => {
  expect(await set(["192.0.2.0/24"])).toSucceed();
  expect((await service.admin("GET", path)).body.response).toMatchObject({ address: "127.0.0.1", isThisMachine: true });
  const there = { Authorization: basicAuth("admin", "admin-pass"), ...from(office) };
  expect((await service.raw("GET", path, { headers: there })).body.response).toMatchObject({
    address: office,
    isThisMachine: false,
  });
  for (const header of ["X-Real-IP", "Forwarded", "Via", "X-Forwarded-Proto"]) {
    const answer = await service.raw("GET", "/svc/api/info", { headers: { [header]: "https" } });
    expect(answer, header).toRefuseWith("network_refused");
  }
});

verifies("access:networks:own-machine", "from any of its addresses", () => {
  const call = (remoteAddress: string, localAddress: string, headers = {}) =>
    isFromThisMachine({ socket: { remoteAddress, localAddress } as never, headers });
  expect(call("192.0.2.1", "192.0.2.1")).toBe(true);
  expect(call("::ffff:192.0.2.1", "192.0.2.1")).toBe(true);
  expect(call("::1", "::1")).toBe(true);
  expect(call("192.0.2.2", "192.0.2.1")).toBe(false);
  expect(call("", "")).toBe(false);
  expect(call("127.0.0.1", "127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBe(false);
});

verifies("access:networks:spellings", () => {
  const table: readonly (readonly [network: string, inside: readonly string[], outside: readonly string[]])[] = [
    ["192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"], ["192.0.2.8", ""]],
    ["192.0.2.0/25", ["192.0.2.127"], ["192.0.2.128", "not an address"]],
    ["0.0.0.0/0", ["203.0.113.1", "::ffff:203.0.113.1"], ["2001:db8::1"]],
    ["::/0", ["2001:db8::1"], ["203.0.113.1"]],
    ["2001:db8::/33", ["2001:db8:7fff::1"], ["2001:db8:8000::1"]],
    ["2001:0DB8:0::1", ["2001:db8::1"], ["2001:db8::2"]],
    ["fe80::/10", ["fe80::1%eth0", "fe80::1"], ["fec0::1"]],
    ["::ffff:192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8"]],
    ["::ffff:192.0.2.0/120", ["192.0.2.255"], ["192.0.3.0"]],
  ];
  for (const [network, inside, outside] of table) {
    const rule = networkRule([network]);
    for (const address of inside) expect(rule(address), `${address} in ${network}`).toBe(true);
    for (const address of outside) expect(rule(address), `${address} in ${network}`).toBe(false);
  }
});

verifies("access:networks:unread", async () => {
  await set(["192.0.2.0/24"]);
  const ask = (address = office) =>
    service.raw("GET", `${databases}/layouts/Contacts/records?_limit=1`, {
      headers: { Authorization: `Bearer ${key}`, ...from(address) },
    });
  const before = list.reads;
  for (let call = 0; call < 20; call += 1) expect(await ask()).toSucceed();
  expect(list.reads).toBe(before);
  await service.turn(6_000);
  for (let call = 0; call < 20; call += 1) expect(await ask()).toSucceed();
  await service.settle();
  expect(list.reads).toBe(before + 1);
  list.isAway = true;
  await service.turn(61_000);
  expect(await ask()).toSucceed();
  expect(await ask(elsewhere)).toRefuseLikeFileMaker("network_refused");
  expect(list.reads).toBeGreaterThan(before + 1);
});

verifies("access:networks:unread", "another process follows", async () => {
  const stored = async (networks: readonly string[]) => {
    const { clock } = service;
    const other = service.openStores(clock);
    await other.table.put({ pk: "allowed-networks", sk: "list", fields: { schema: 1, networks } });
    other.table.close();
  };
  await stored([office]);
  await service.turn(61_000);
  expect(await service.raw("GET", "/svc/api/info", { headers: from(elsewhere) })).toRefuseWith("network_refused");
  expect(await service.raw("GET", "/svc/api/info", { headers: from(office) })).toSucceed();
});
