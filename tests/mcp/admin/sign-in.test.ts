import { afterAll, expect } from "vitest";
import type { LiveWorld } from "../../../sandbox/fmserver/world/live/live-world.ts";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { aClient, cookiesOf } from "../../oauth/support/browser.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { newerClient, olderClient } from "../support/clients.ts";
import { rpc, toolNames } from "../support/raw-call.ts";

const world = demoWorld();
const second = { name: "second", password: "second-pass" };
const accounts = [{ name: "admin", password: "admin-pass" }, second];
const roles = [{ name: "files", password: "files-pass", privileges: ["DATABASE_MANAGEMENT" as const] }];
const service = await testService({ sandbox: { world: { ...world, admin: { ...world.admin, accounts, roles } } } });
afterAll(() => service.stop());

const resource = `${service.baseUrl}/svc/admin-mcp`;
const metadata = `${service.baseUrl}/svc/.well-known/oauth-protected-resource/admin-mcp`;
const admin = { user: "admin", pass: "admin-pass" };
const client = aClient(service);
const settings = async (changes: object) => {
  const { status, text } = await service.admin("PATCH", "/svc/api/admin-mcp", changes);
  expect(status, text).toBe(200);
};
const grants = async () => (await service.admin("GET", "/svc/api/oauth/grants")).body.response.grants;
const aToken = async (filled: Readonly<Record<string, string>> = {}) => {
  const { clientId, verifier, code, location } = await client.code({
    fields: { resource },
    filled: { ...admin, access: "administrator", ...filled },
  });
  expect(code, location.href).not.toBe("");
  const { status, body } = await client.exchange(clientId, code, verifier);
  expect(status).toBe(200);
  return { clientId, access: body.access_token as string, refresh: body.refresh_token as string };
};
const challengeOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers["www-authenticate"]);
const refused = (key: string) => rpc(service, key, "tools/list", {});

verifies("mcp:admin:oauth", "without the setting, no one can sign in, and nothing says so", async () => {
  const { status, body, headers } = await service.raw("POST", "/svc/admin-mcp", { json: {} });
  expect([status, challengeOf({ headers })]).toEqual([401, "Bearer"]);
  expect(body.error_description).not.toContain("sign in");
  expect((await service.raw("GET", new URL(metadata).pathname)).status).toBe(404);
  const begun = await client.authorize({
    response_type: "code",
    ...{ client_id: await client.register(), redirect_uri: "http://127.0.0.1:43117/callback", resource },
    ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
  });
  expect(String(begun.headers.location)).toContain("error=invalid_target");
  expect((await service.admin("GET", "/svc/api/admin-mcp")).body.response.oauthEnabled).toBe(false);
  await settings({ oauthEnabled: true });
});

verifies("mcp:admin:oauth", "the 401 names both ways, and where to sign in", async () => {
  const without = await service.raw("POST", "/svc/admin-mcp", { json: {} });
  expect([without.status, challengeOf(without)]).toEqual([
    401,
    `Bearer scope="fm:read fm:write", resource_metadata="${metadata}"`,
  ]);
  expect(without.body.error_description).toContain("Admin Console account");
  expect(without.body.error_description).toContain("`Authorization: Bearer ak_…`");
  for (const wrong of ["x".repeat(43), `ak_${"0".repeat(64)}`]) {
    const answer = await refused(wrong);
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    expect(challengeOf(answer)).toContain(`error="invalid_token", scope="fm:read fm:write", resource_metadata=`);
  }
  for (const place of [new URL(metadata).pathname, "/.well-known/oauth-protected-resource/svc/admin-mcp"]) {
    const { status, body } = await service.raw("GET", place);
    expect(status, place).toBe(200);
    expect(body).toMatchObject({
      resource,
      authorization_servers: [`${service.baseUrl}/svc/oauth`],
      scopes_supported: ["fm:read", "fm:write"],
    });
  }
});

verifies("mcp:admin:oauth", "the consent lists the tool groups, and selects no role", async () => {
  await settings({ toolsets: ["server", "files", "logs", "keys"] });
  const page = await client.open({
    response_type: "code",
    ...{ client_id: await client.register(), redirect_uri: "http://127.0.0.1:43117/callback", resource },
    ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256", state: "x" },
  });
  const { text } = page.page;
  for (const group of ["server", "files", "logs", "keys"]) expect(text).toContain(`<dt>${group}</dt>`);
  expect(text).not.toContain("<dt>backups</dt>");
  for (const role of ["viewer", "operator", "administrator"]) expect(text).toContain(`value="${role}"`);
  expect(text).not.toContain(" checked");
  expect(text).toContain("Admin Console account");
  const open = await client.submit(page, { ...admin, access: "full" });
  expect([open.status, open.text]).toEqual([200, expect.stringContaining("Choose what the program can do")]);
  const wrong = await client.submit(page, { user: "admin", pass: "wrong", access: "viewer" });
  expect([wrong.status, wrong.text]).toEqual([200, expect.stringContaining("rejected this account or password")]);
  await settings({ toolsets: ["server", "files", "logs", "keys", "backups"] });
});

verifies("mcp:admin:oauth", "a client signs in, lists the tools and calls one, in old and new revisions", async () => {
  const { access } = await aToken();
  for (const connect of [() => olderClient(resource, access), () => newerClient(resource, access, "modern")]) {
    const connected = await connect();
    expect((await connected.listTools()).tools.map(({ name }) => name)).toContain("close_file");
    const result = await connected.callTool({ name: "get_file", arguments: { file: "Contacts" } });
    expect(result).toMatchObject({ structuredContent: { file: { filename: "Contacts.fmp12", state: "normal" } } });
    await connected.close();
  }
  expect(await grants()).toMatchObject([
    { account: "admin", server: "", file: "", role: "administrator", scopes: ["fm:read", "fm:write"] },
  ]);
  const { entries } = (await service.admin("GET", "/svc/api/audit?action=callTool")).body.response;
  expect(entries[0]).toMatchObject({ actor: "account:admin", objects: expect.arrayContaining(["mcp-tool:get_file"]) });
});

verifies("mcp:admin:oauth", "the role that was chosen is the most that the client can do", async () => {
  const query = "?toolsets=all";
  const { access: operator } = await aToken({ access: "operator" });
  expect(await toolNames(service, operator, { query })).toContain("close_file");
  expect(await toolNames(service, operator, { query })).not.toContain("delete_api_key");
  const { body } = await rpc(
    service,
    operator,
    "tools/call",
    { name: "delete_api_key", arguments: { key: 1 } },
    { query },
  );
  expect(body.error.message).toContain("needs the role administrator");

  const { access: viewer } = await aToken({ access: "viewer" });
  const names = await toolNames(service, viewer, { query });
  expect(names).toContain("list_files");
  expect(names).not.toContain("close_file");
  const more = await rpc(service, viewer, "tools/call", { name: "close_file", arguments: { file: "Contacts" } });
  expect([more.status, more.body.error]).toEqual([403, "insufficient_scope"]);
  expect(challengeOf(more)).toBe(
    `Bearer error="insufficient_scope", scope="fm:read fm:write", resource_metadata="${metadata}"`,
  );
});

verifies("mcp:admin:oauth", "an account with a lower role gets no more than that role", async () => {
  await service.admin("PUT", "/svc/api/people/files", { role: "viewer" });
  const { access } = await aToken({ user: "files", pass: "files-pass", access: "administrator" });
  expect(await toolNames(service, access, { query: "?toolsets=all" })).not.toContain("close_file");
  await service.admin("DELETE", "/svc/api/people/files");
  await service.turn(10 * 60_000);
  expect((await refused(access)).status).toBe(401);
});

verifies("mcp:admin:oauth", "groups that the consent didn't list stay out of reach", async () => {
  const { access } = await aToken();
  await settings({ toolsets: ["server", "files", "logs", "keys", "backups", "webhooks"] });
  const names = await toolNames(service, access, { query: "?toolsets=all" });
  expect(names).toContain("list_backups");
  expect(names).not.toContain("list_webhooks");
  expect(await toolNames(service, (await aToken()).access, { query: "?toolsets=all" })).toContain("list_webhooks");
});

verifies("mcp:admin:oauth", "a token opens the endpoint for administrators, and nothing else", async () => {
  const { access } = await aToken();
  const headers = { Authorization: `Bearer ${access}` };
  expect((await refused(access)).status).toBe(200);
  expect((await service.raw("POST", `/svc/admin-mcp?apiKey=${access}`, { json: {} })).status).toBe(401);
  for (const path of ["/svc/api/files", "/svc/fmi/admin/api/v2/databases", "/svc/fmi/odata/v4/Contacts"])
    expect((await service.raw("GET", path, { headers })).status, path).toBe(401);
  const basic = { Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}` };
  expect((await service.raw("POST", "/svc/admin-mcp", { headers: basic, json: {} })).status).toBe(401);
});

verifies("mcp:admin:oauth", "a changed password ends the sign-in", async () => {
  const { access, clientId, refresh } = await aToken({ user: "second", pass: "second-pass" });
  expect((await refused(access)).status).toBe(200);
  const { accounts: known } = (service.sandbox.world as LiveWorld).server;
  Object.assign(known.find(({ name }) => name === second.name) ?? {}, { password: "another" });
  await service.turn(9 * 60_000);
  const answer = await refused(access);
  expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
  expect((await client.refresh(clientId, refresh)).status).toBe(400);
  expect((await grants()).some(({ account }: { readonly account: string }) => account === "second")).toBe(false);
});

verifies("mcp:admin:oauth", "a sign-in ends when it is revoked, and all end when sign-ins are disabled", async () => {
  const [one, other] = [await aToken(), await aToken({ access: "viewer" })];
  const listed = await grants();
  expect(listed.length).toBeGreaterThan(1);
  expect((await service.admin("DELETE", `/svc/api/oauth/grants/${listed[0].id}`)).status).toBe(200);
  expect([(await refused(one.access)).status, (await refused(other.access)).status]).toEqual([200, 401]);
  await settings({ oauthEnabled: false });
  const ended = await refused(one.access);
  expect([ended.status, challengeOf(ended)]).toEqual([401, "Bearer"]);
  expect(await grants()).toEqual([]);
  await settings({ oauthEnabled: true });
  expect((await refused(one.access)).status).toBe(401);
});

verifies("mcp:admin:oauth", "wrong passwords on the page are limited", async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const page = await client.open({
      response_type: "code",
      ...{ client_id: await client.register(), redirect_uri: "http://127.0.0.1:43117/callback", resource },
      ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256", state: "x" },
    });
    expect(cookiesOf(page.begun)).not.toBe("");
    statuses.push((await client.submit(page, { user: "nobody", pass: `wrong-${at}`, access: "viewer" })).status);
  }
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});
