import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { accessTokens } from "../../functions/wiring/grants.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aClient, account, contacts, someServers } from "./support/browser.ts";

const orders = { ...contacts, slug: "orders", name: "Orders" };
const service = await testService({
  decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts, orders) }),
  environment: { OAUTH_DAYS: "31" },
});
afterAll(() => service.stop());
const client = aClient(service);
const of = (slug: string) => `${service.baseUrl}/svc/mcp/${slug}`;
const check = (token: string, slug = "contacts") => accessTokens(service.runtime.platform).check(token, of(slug));
const clientId = await client.register();
const minute = 60_000;
const day = 24 * 60 * minute;
beforeEach(() => service.turn(minute));

verifies("oauth:tokens:code-once", async () => {
  const { code, verifier } = await client.code({ clientId });
  const { body } = await client.exchange(clientId, code, verifier);
  expect(await check(body.access_token)).toBeDefined();
  const replayed = await client.exchange(clientId, code, verifier);
  expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
  expect(await check(body.access_token)).toBeUndefined();
  expect((await client.refresh(clientId, body.refresh_token)).body.error).toBe("invalid_grant");
});

verifies(
  "oauth:tokens:code-once",
  "of two parallel exchanges, one is a replay, and so is a much later one",
  async () => {
    const first = await client.code({ clientId });
    const both = await Promise.all([1, 2].map(() => client.exchange(clientId, first.code, first.verifier)));
    const given = both.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThan(2);
    for (const { body } of given) expect(await check(body.access_token)).toBeUndefined();
    const second = await client.tokens({ clientId });
    await service.turn(5 * minute);
    expect((await client.exchange(clientId, second.code, second.verifier)).body.error).toBe("invalid_grant");
    expect(await check(second.access)).toBeUndefined();
  },
);

verifies(
  "oauth:tokens:code-once",
  "a code is valid for a minute, for its client and for the address that it was sent to",
  async () => {
    const late = await client.code({ clientId });
    await service.turn(61_000);
    expect((await client.exchange(clientId, late.code, late.verifier)).body.error).toBe("invalid_grant");
    const other = await client.register();
    const stolen = await client.code({ clientId });
    expect((await client.exchange(other, stolen.code, stolen.verifier)).body.error).toBe("invalid_grant");
    const redirect = { redirect_uri: "http://127.0.0.1:5/callback" };
    expect((await client.exchange(clientId, stolen.code, stolen.verifier, redirect)).body.error).toBe("invalid_grant");
  },
);

verifies("oauth:tokens:rotation", async () => {
  const { refresh, access } = await client.tokens({ clientId });
  // Several processes of one client refresh in the same second.
  const bursts = await Promise.all([1, 2, 3, 4, 5].map(() => client.refresh(clientId, refresh)));
  expect(bursts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(bursts.map(({ body }) => body.refresh_token)).size).toBe(5);
  await service.turn(76_000);
  const descendant = await client.refresh(clientId, refresh);
  expect(descendant.status).toBe(200);
  expect(await check(access)).toBeDefined();
  // The window started with the first use, and isn't extended.
  await service.turn(45_000);
  const reused = await client.refresh(clientId, refresh);
  expect([reused.status, reused.body.error]).toEqual([400, "invalid_grant"]);
  expect(await check(descendant.body.access_token)).toBeUndefined();
  expect((await client.refresh(clientId, descendant.body.refresh_token)).body.error).toBe("invalid_grant");
});

verifies("oauth:tokens:reused", async () => {
  const { access, refresh } = await client.tokens({ clientId });
  const id = (await check(access))?.grantId;
  const shown = async () => {
    const { grants } = (await service.admin("GET", "/svc/api/oauth/grants")).body.response;
    return grants.find((grant: { readonly id: string }) => grant.id === id)?.refreshReusedAt;
  };
  const next = await client.refresh(clientId, refresh);
  await client.refresh(clientId, next.body.refresh_token);
  expect(await shown()).toBeNull();
  const before = service.clock.now();
  expect((await client.refresh(clientId, refresh)).status).toBe(200);
  expect(Date.parse(await shown())).toBeGreaterThanOrEqual(before);
});

verifies("oauth:tokens:reused", "or not allowed at all, by a setting", async () => {
  const strict = await testService({
    decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts) }),
    environment: { OAUTH_REUSE_SECONDS: "0" },
  });
  onTestFinished(() => strict.stop());
  const other = aClient(strict);
  const registered = await other.register();
  const { refresh } = await other.tokens({ clientId: registered });
  const next = await other.refresh(registered, refresh);
  expect(next.status).toBe(200);
  expect((await other.refresh(registered, refresh)).body.error).toBe("invalid_grant");
  expect((await other.refresh(registered, next.body.refresh_token)).body.error).toBe("invalid_grant");
  expect((await strict.admin("GET", "/svc/api/oauth/grants")).body.response.grants).toEqual([]);
});

verifies("oauth:tokens:resource", async () => {
  const { access, refresh, code: _, ...rest } = await client.tokens({ clientId, filled: { access: "read" } });
  expect(rest.body.scope).toBe("fm:read");
  expect(await check(access, "orders")).toBeUndefined();
  expect((await client.refresh(clientId, refresh, { resource: of("orders") })).body.error).toBe("invalid_target");
  expect((await client.refresh(clientId, refresh, { scope: "fm:read fm:write admin" })).body.error).toBe(
    "invalid_scope",
  );
  const widened = await client.refresh(clientId, refresh, { scope: "fm:read fm:write" });
  expect((await check(widened.body.access_token ?? ""))?.scopes ?? []).not.toContain("fm:write");
  const stolen = await client.code({ clientId });
  const foreign = await client.exchange(clientId, stolen.code, stolen.verifier, { resource: of("orders") });
  expect(foreign.body.error).toBe("invalid_target");
  for (const value of [refresh, `${access}x`, access.slice(1), "", "dk_1", rest.verifier])
    expect(await check(value)).toBeUndefined();
  for (const headers of [{ Authorization: `Bearer ${access}` }, { Cookie: `latchkey=${access}` }] as const)
    for (const path of [
      "/svc/api/api-key",
      "/svc/fmi/data/vLatest/databases/Contacts/layouts",
      "/svc/fmi/odata/v4/Contacts",
    ])
      expect((await service.raw("GET", path, { headers })).status, path).toBe(401);
});

verifies("oauth:tokens:revoked", async () => {
  const mine = await client.tokens({ clientId });
  const other = await client.register();
  expect((await client.revoke(other, mine.access)).status).toBe(200);
  expect(await check(mine.access)).toBeDefined();
  expect((await client.revoke(clientId, mine.refresh)).status).toBe(200);
  expect(await check(mine.access)).toBeUndefined();
  expect((await client.revoke(clientId, "no token at all")).status).toBe(200);
});

verifies("oauth:tokens:life", async () => {
  const { access, refresh } = await client.tokens({ clientId });
  expect((await check(access))?.expiresAt).toBeLessThanOrEqual(service.clock.now() + 10 * minute);
  await service.turn(10 * minute);
  expect(await check(access)).toBeUndefined();
  const next = await client.refresh(clientId, refresh);
  await service.turn(29 * day);
  const later = await client.refresh(clientId, next.body.refresh_token);
  expect(later.status).toBe(200);
  // 31 days in total here, and 30 without the client.
  await service.turn(3 * day);
  expect((await client.refresh(clientId, later.body.refresh_token)).body.error).toBe("invalid_grant");
  const unclaimed = await client.code({ clientId });
  await service.turn(6 * minute);
  expect((await client.exchange(clientId, unclaimed.code, unclaimed.verifier)).body.error).toBe("invalid_grant");
  expect((await service.admin("GET", "/svc/api/oauth/grants")).body.response.grants).toEqual([]);
});

verifies("oauth:grants:sealed", async () => {
  const { access, refresh, code } = await client.tokens({ clientId });
  const rows = await service.rows("oauth");
  expect(rows.length).toBeGreaterThan(4);
  const stored = JSON.stringify(rows);
  for (const secret of [access, refresh, code, account.pass]) expect(stored).not.toContain(secret);
  const logged = await service.logs();
  for (const secret of [access, refresh, code, account.pass]) expect(logged).not.toContain(secret);
  // A token moved to another grant doesn't work.
  const other = await client.tokens({ clientId });
  const { table } = service.runtime.platform;
  const grants = [await check(access), await check(other.access)].map((holder) => holder?.grantId ?? "");
  const [mine, theirs] = await Promise.all(grants.map((sk) => table.get({ pk: "oauth-accounts", sk })));
  await table.update(
    { pk: "oauth-accounts", sk: grants[1] ?? "" },
    { set: { sealedPassword: mine?.fields.sealedPassword } },
  );
  expect(theirs).toBeDefined();
  expect(await check(other.access)).toBeUndefined();
});
