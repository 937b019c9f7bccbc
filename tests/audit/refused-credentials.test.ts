import { afterAll, beforeEach, expect } from "vitest";
import { trailOf } from "../support/audit-trail.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { guessable, guesses } from "../support/secrets/guesses.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, token, dataKey } = guesses(service);
/** Returns entries of rejected credentials from an address. */
const refusals = async (address: string) => {
  await service.settle();
  return (await trailOf(service)("?outcome=refused")).filter((entry) => entry.address === address);
};
const aWrongKey = (prefix: string) => `${prefix}${"7".repeat(49)}`;

verifies("audit:entries:refused-credentials", async () => {
  const cases: readonly [actor: string, action: string, error: string, (address: string) => Promise<unknown>][] = [
    ["account", "authenticate", "unauthenticated", (address) => basic(address, "admin")],
    ["token", "authenticate", "unauthenticated", (address) => token(address, "made-up")],
    ["key", "authenticate", "unauthenticated", (address) => withKey(address, aWrongKey("ak_"))],
    ["key", "authenticate", "wrong_kind_of_key", (address) => withKey(address, aWrongKey("dk_"))],
    ["session", "authenticate", "unauthenticated", (address) => withKey(address, `ls_${"0".repeat(64)}`)],
    ["account", "createDataApiKeyOnly", "key_files_refused", (address) => dataKey(address, "api")],
    ["account", "signIn", "credentials_refused", (address) => at(address).signIn("admin", "wrong")],
    ["key", "proxy", "key_unknown", (address) => withKey(address, aWrongKey("dk_"), recordsPath())],
  ];
  for (const [actor, action, error, refuse] of cases) {
    const address = anAddress();
    await refuse(address);
    expect(await refusals(address), `${actor} ${action} ${error}`).toMatchObject([
      { actor, action, error, outcome: "refused", objects: [], count: 1 },
    ]);
  }
});

verifies(
  "audit:entries:refused-credentials",
  "FileMaker Server's own rejections of forwarded requests too",
  async () => {
    const address = anAddress();
    const headers = { "X-Forwarded-For": address, Authorization: basicAuth("api", "wrong") };
    const login = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", { headers, json: {} });
    expect(login.status).toBe(401);
    expect(await refusals(address)).toMatchObject([{ actor: "account", action: "proxy" }]);
  },
);

verifies(
  "audit:entries:refused-credentials",
  "for every place of the credential in a proxied request, and every kind of response",
  async () => {
    const key = await service.aKey({ databases: ["Contacts"], isOData: true });
    const encoded = `${recordsPath()}&%61piKey=${aWrongKey("dk_")}`;
    const root = "/svc/fmi/odata/v4";
    const cases: readonly [status: number, actor: string, error: string, path: string, authorization?: string][] = [
      [401, "key", "key_unknown", encoded],
      [401, "key", "key_unknown", recordsPath(), basicAuth("apiKey", aWrongKey("dk_"))],
      [400, "key", "credentials_repeated", `${recordsPath()}&apiKey=${key}`, `Bearer ${key}`],
      [403, "key", "key_file_not_allowed", `${root}/Orders`, `Bearer ${key}`],
      // OData answers a wrong password with an empty list of files.
      [200, "account", "refused_by_server", root, basicAuth("api", "wrong")],
    ];
    for (const [status, actor, error, path, authorization] of cases) {
      const address = anAddress();
      const headers = {
        "X-Forwarded-For": address,
        ...(authorization !== undefined && { Authorization: authorization }),
      };
      expect((await service.raw("GET", path, { headers })).status, path).toBe(status);
      expect(await refusals(address), path).toMatchObject([{ actor, action: "proxy", error, count: 1 }]);
    }
  },
);

verifies("audit:entries:refused-credentials", "including those that a limit rejected unchecked", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 12; guess += 1) await basic(address, "one name");
  await service.turn(2_000);
  await basic(address, "one name");
  const entries = await refusals(address);
  const counts = Object.fromEntries(entries.map(({ error, count }) => [error, count]));
  expect(counts).toEqual({ unauthenticated: 10, too_many_attempts: 3 });
});

verifies("audit:flood:coalesced", async () => {
  const begun = service.clock.now();
  for (let guess = 0; guess < 50; guess += 1) await withKey("2001:db8:1:2::1", aWrongKey("ak_"));
  await service.turn(2_000);
  await withKey("2001:db8:1:2::ffff", aWrongKey("ak_"));
  await service.settle();
  const since = (await trailOf(service)(`?from=${new Date(begun - 600_000).toISOString()}`)).filter(({ address }) =>
    address.startsWith("2001:db8:1:2:"),
  );
  expect(since).toMatchObject([{ count: 51, address: "2001:db8:1:2::1" }]);
  expect(Date.parse(since[0]?.lastAt ?? "") - Date.parse(since[0]?.at ?? "")).toBeGreaterThanOrEqual(2_000);

  await service.turn(600_000);
  await withKey("2001:db8:1:2::1", aWrongKey("ak_"));
  await service.settle();
  const all = (await trailOf(service)("?outcome=refused")).filter(({ address }) => address.startsWith("2001:db8:1:2:"));
  expect(all.map(({ count }) => count)).toEqual([1, 51]);
});

verifies("audit:flood:many-networks", async () => {
  const before = (await service.rows("audit#")).length;
  for (let attack = 0; attack < 260; attack += 1) await withKey(anAddress(), aWrongKey("ak_"));
  await service.turn(2_000);
  await withKey("203.0.113.250", aWrongKey("ak_"));
  expect(await refusals("many")).toMatchObject([{ actor: "key", count: 61, userAgent: "" }]);
  expect((await service.rows("audit#")).length - before).toBe(201);
});

verifies("audit:flood:strangers", async () => {
  const before = (await service.rows("audit#")).length;
  for (let call = 0; call < 5; call += 1) {
    await service.raw("GET", "/svc/api/api-key");
    await service.raw("DELETE", "/svc/api/api-key/1");
    await service.raw("POST", "/svc/api/session", { json: { user: 5 } });
    await service.raw("GET", `/svc/api/cli/checkHash/hash0000000000000${call}`);
    await service.raw("DELETE", `/svc/api/cli/checkHash/hash0000000000000${call}`);
    await service.raw("GET", recordsPath());
    await service.raw("GET", "/svc/nowhere");
  }
  await service.settle();
  expect(await service.rows("audit#")).toHaveLength(before);
});

verifies("audit:entries:no-secret", async () => {
  const address = anAddress();
  const secrets = [
    "typed-as-a-name",
    "typed-as-a-password",
    "tokentokentokentoken",
    aWrongKey("ak_"),
    aWrongKey("dk_"),
  ];
  await basic(address, "typed-as-a-name", "typed-as-a-password");
  await token(address, "tokentokentokentoken");
  await withKey(address, aWrongKey("ak_"));
  await withKey(address, aWrongKey("dk_"), recordsPath());
  await at(address).signIn("typed-as-a-name", "typed-as-a-password");
  const key = await service.aKey();
  for (const value of [key, aWrongKey("dk_"), key.slice(0, 40)])
    await service.admin("PATCH", `/svc/api/api-key/${value}`, { pass: "typed-as-a-password" });
  await service.admin("POST", "/svc/api/admin-api-key", { user: "admin", pass: "typed-as-a-password" });
  await service.settle();
  const rows = JSON.stringify(await service.rows("audit#"));
  expect(rows).toContain("updateDataApiKey");
  for (const secret of [...secrets, key, key.slice(0, 40), "demo-pass"]) expect(rows).not.toContain(secret);
});

function at(address: string) {
  return aBrowser(service, { "X-Forwarded-For": address });
}

function withKey(address: string, key: string, path = "/svc/api/api-key") {
  return service.raw("GET", path, { key, headers: { "X-Forwarded-For": address } });
}
