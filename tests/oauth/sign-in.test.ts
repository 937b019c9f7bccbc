import { afterAll, beforeEach, expect } from "vitest";
import { accessTokens } from "../../functions/wiring/grants.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aClient, account, aProof, callback, contacts, cookiesOf, someServers } from "./support/browser.ts";

const servers = someServers(contacts);
const service = await testService({ decorate: (platform) => ({ ...platform, oauthResources: servers }) });
afterAll(() => service.stop());
const client = aClient(service);
const resource = () => `${service.baseUrl}/svc/mcp/contacts`;
const check = (token: string) => accessTokens(service.runtime.platform).check(token, resource());
const clientId = await client.register({ client_name: '<script>alert("x")</script>' });
const open = () => client.open(client.request(clientId, aProof().challenge));
beforeEach(() => {
  servers.listed.set("contacts", contacts);
});

verifies("oauth:sign-in:account", async () => {
  const { location, verifier, code } = await client.code({ clientId });
  expect(`${location.origin}${location.pathname}`).toBe(callback);
  expect(location.searchParams.get("state")).toBe("a-state");
  expect(location.searchParams.get("iss")).toBe(`${service.baseUrl}/svc/oauth`);
  const { status, body, headers } = await client.exchange(clientId, code, verifier);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 600, scope: "fm:read fm:write" });
  expect(body.id_token).toBeUndefined();
  expect(await check(body.access_token)).toMatchObject({
    clientId,
    account: account.user,
    password: account.pass,
    scopes: ["fm:read", "fm:write"],
  });
});

verifies("oauth:page:plain", async () => {
  const { page } = await open();
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  });
  expect(page.text).not.toMatch(/<script|\son\w+=|<img|<link/i);
  for (const part of [
    "&lt;script&gt;",
    "not verified",
    "127.0.0.1:43117",
    "Contacts.fmp12",
    "runs on the computer",
    "Read only",
  ])
    expect(page.text).toContain(part);
  const { begun } = await open();
  for (const cookie of [begun.headers["set-cookie"] ?? []].flat()) {
    expect(cookie).toMatch(/; samesite=lax; httponly/i);
    expect(cookie).not.toContain("latchkey-session");
  }
});

verifies("oauth:page:bound", async () => {
  const mine = await open();
  const theirs = await open();
  const gone = async (page: Parameters<typeof client.submit>[0]) => {
    const { status, headers, text } = await client.submit(page);
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(text).toContain("This sign-in expired, or it was started in another browser");
  };
  await gone({ path: mine.path, cookies: "" });
  await gone({ path: mine.path, cookies: theirs.cookies });
  await gone({ path: mistyped(mine.path), cookies: mine.cookies });
  const forged = await service.raw("POST", mine.path, {
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "cross-site",
      Cookie: mine.cookies,
    },
    body: new URLSearchParams({ ...account, action: "allow" }).toString(),
  });
  expect([forged.status, forged.headers.location]).toEqual([403, undefined]);
  const done = await client.submit(mine);
  expect(done.status).toBe(303);
  expect(cookiesOf(done)).not.toContain("latchkey-session");
  // One answer only: a second one gets nothing.
  await gone(mine);
  await client.back(mine, done);
  await gone(mine);
  await service.turn(601_000);
  await gone(theirs);
});

verifies("oauth:page:read-only", async () => {
  const { body, access, refresh } = await client.tokens({ clientId, filled: { access: "read" } });
  expect(body.scope).toBe("fm:read");
  expect((await check(access))?.scopes).toEqual(["fm:read"]);
  expect((await client.refresh(clientId, refresh)).body.scope).toBe("fm:read");
  const page = await open();
  const refused = await client.back(page, await client.submit(page, { action: "refuse", user: "", pass: "" }));
  expect(refused.searchParams.get("error")).toBe("access_denied");
  expect(refused.searchParams.get("iss")).toBe(`${service.baseUrl}/svc/oauth`);
  expect(refused.searchParams.get("code")).toBeNull();
  // A server disabled meanwhile issues nothing.
  const late = await open();
  servers.listed.delete("contacts");
  expect((await client.submit(late)).status).toBe(400);
});

verifies("oauth:grants:listed", async () => {
  const { access, refresh } = await client.tokens({ clientId });
  const { grants } = (await service.admin("GET", "/svc/api/oauth/grants?server=contacts")).body.response;
  expect(grants[0]).toMatchObject({
    clientName: '<script>alert("x")</script>',
    clientHost: null,
    redirectHost: "127.0.0.1:43117",
    account: "api",
    server: "contacts",
    file: "Contacts.fmp12",
    scopes: ["fm:read", "fm:write"],
  });
  expect((await service.admin("GET", "/svc/api/oauth/grants?server=other")).body.response.grants).toEqual([]);
  expect((await service.raw("GET", "/svc/api/oauth/grants")).status).toBe(401);
  const path = `/svc/api/oauth/grants/${grants[0].id}`;
  expect(await service.admin("DELETE", path)).toSucceed();
  expect(await newestEntry(service)).toMatchObject({
    action: "revokeOAuthGrant",
    objects: [`oauth-grant:${grants[0].id}`],
  });
  expect(await service.admin("DELETE", path)).toRefuseWith("grant_not_found");
  expect(await check(access)).toBeUndefined();
  expect((await client.refresh(clientId, refresh)).body.error).toBe("invalid_grant");
  expect(await service.rows(`oauth-accounts`)).not.toContainEqual(expect.objectContaining({ sk: grants[0].id }));
});

verifies("oauth:page:guessing", async () => {
  const page = await open();
  const shapes = new Set<string>();
  for (const user of ["api", "nobody"]) {
    const { status, text } = await client.submit(page, { user, pass: "wrong" });
    shapes.add(`${status} ${text.replace(`value="${user}"`, "")}`);
    expect(text).toContain("rejected this account or password");
    expect(text).not.toContain("wrong");
  }
  expect(shapes.size).toBe(1);
  let last = await client.submit(page, { pass: "wrong" });
  for (let count = 0; count < 20 && last.status === 200; count += 1)
    last = await client.submit(page, { pass: "wrong" });
  expect(last.status).toBe(429);
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  expect(last.text).toContain("Couldn't connect the app");
});
