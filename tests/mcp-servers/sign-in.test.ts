import { afterAll, expect } from "vitest";
import { aClient, account } from "../oauth/support/browser.ts";
import { changePassword } from "../support/changed-password.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bearer, connected } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService();
afterAll(() => service.stop());
const { aServer, aTool, send } = servers(service);
const client = aClient(service);

await aServer("contacts");
await aTool("contacts");
await aTool("contacts", {
  name: "Hello",
  script_name: "Say hello",
  annotations: { readOnlyHint: true, destructiveHint: false },
});

const target = { baseUrl: service.baseUrl, slug: "contacts" };
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function aToken(filled: Readonly<Record<string, string>> = {}): Promise<string> {
  const { clientId, verifier, code } = await client.code({ filled });
  return (await client.exchange(clientId, code, verifier)).body.access_token;
}

verifies("mcp:auth:oauth", "a signed-in user sees the tools and calls them", async () => {
  const mcp = await connected({ ...target, headers: bearer(await aToken()) });
  expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(["echo", "hello"]);
  const { content } = await mcp.callTool({ name: "hello", arguments: {} });
  expect(JSON.stringify(content)).toContain("Hello from FileMaker");
});

verifies("mcp:auth:oauth", "a token opens its own server, only as a bearer token, and nothing else", async () => {
  await aServer("other");
  const token = await aToken();
  const call = (path: string, headers = {}) =>
    service.raw("POST", path, { headers: { Accept: "application/json", ...headers }, json: list });
  expect((await call("/svc/mcp/contacts", bearer(token))).status).toBe(200);
  expect((await call("/svc/mcp/other", bearer(token))).status).toBe(401);
  expect((await call(`/svc/mcp/contacts?apiKey=${token}`)).status).toBe(401);
  expect((await call("/svc/admin-mcp", bearer(token))).status).toBe(401);
  expect((await service.raw("GET", "/svc/api/mcp-servers", { headers: bearer(token) })).status).toBe(401);
  for (const path of [
    "/svc/fmi/data/vLatest/databases/Contacts/layouts",
    "/svc/fmi/odata/v4/Contacts",
    "/svc/fmi/admin/v2/databases",
  ])
    expect((await service.raw("GET", path, { headers: bearer(token) })).status, path).toBe(401);
});

verifies("mcp:auth:prefixes", async () => {
  const ask = (prefix: string, headers = {}) =>
    service.raw("POST", `/${prefix}/mcp/contacts`, { headers: { Accept: "application/json", ...headers }, json: list });
  const tokens: string[] = [];
  for (const prefix of ["svc", "otto"]) {
    const resource = `${service.baseUrl}/${prefix}/mcp/contacts`;
    const address = `${service.baseUrl}/${prefix}/.well-known/oauth-protected-resource/mcp/contacts`;
    expect(challengeOf((await ask(prefix)).headers)).toContain(`resource_metadata="${address}"`);
    // RFC 9728, 3.3: the resource is the identifier that the document's address was made from.
    for (const place of [new URL(address).pathname, `/.well-known/oauth-protected-resource/${prefix}/mcp/contacts`]) {
      const { body } = await service.raw("GET", place);
      expect(body.resource, place).toBe(resource);
      expect(body.authorization_servers).toEqual([`${service.baseUrl}/svc/oauth`]);
    }
    const { clientId, verifier, code } = await client.code({ fields: { resource } });
    const { body } = await client.exchange(clientId, code, verifier, { resource });
    tokens.push(body.access_token);
    const renewed = await client.refresh(clientId, body.refresh_token, { resource });
    expect(renewed.status, `${prefix} ${renewed.text}`).toBe(200);
    tokens.push(renewed.body.access_token);
  }
  for (const prefix of ["svc", "otto"])
    for (const token of tokens) expect((await ask(prefix, bearer(token))).status, prefix).toBe(200);
});

const callOf = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } });
const challengeOf = (headers: Readonly<Record<string, unknown>>) => String(headers["www-authenticate"]);
const metadata = `resource_metadata="${service.baseUrl}/svc/.well-known/oauth-protected-resource/mcp/contacts"`;

verifies("mcp:credential:scope", async () => {
  await aTool("contacts", { name: "No such script", script_name: "Gone" });
  const token = await aToken({ access: "read" });
  const call = (name: string) =>
    service.raw("POST", "/svc/mcp/contacts", { headers: bearer(token), json: callOf(name) });
  const mcp = await connected({ ...target, headers: bearer(token) });
  expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(["hello"]);
  expect((await call("hello")).body.result.isError).not.toBe(true);
  const refused = await call("echo");
  expect([refused.status, refused.body.error]).toEqual([403, "insufficient_scope"]);
  expect(challengeOf(refused.headers)).toBe(`Bearer error="insufficient_scope", scope="fm:read fm:write", ${metadata}`);
  const [hidden, unknown] = [await call("no_such_script"), await call("unknown")];
  expect([hidden.status, hidden.body.error.code]).toEqual([200, -32602]);
  expect(JSON.stringify(hidden.body)).toBe(JSON.stringify(unknown.body).replace("unknown", "no_such_script"));
});

for (const [when, isListKnown] of [
  ["it has called before", true],
  ["it calls for the first time", false],
] as const)
  verifies("mcp:credential:refused", `a changed password ends a client's sign-in if ${when}`, async () => {
    const token = await aToken();
    const call = () => service.raw("POST", "/svc/mcp/contacts", { headers: bearer(token), json: callOf("hello") });
    if (isListKnown) expect((await call()).body.result.isError).not.toBe(true);
    // Past the cache of other sign-ins with this account.
    else await service.turn(6 * 60_000);
    const grants = async () => (await service.admin("GET", "/svc/api/oauth/grants")).body.response.grants.length;
    const before = await grants();
    changePassword(service.sandbox, "Contacts", account.user, "another-password");
    try {
      const refused = await call();
      expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
      expect(challengeOf(refused.headers)).toBe(`Bearer error="invalid_token", scope="fm:read fm:write", ${metadata}`);
      expect(await grants()).toBe(before - 1);
    } finally {
      changePassword(service.sandbox, "Contacts", account.user, account.pass);
    }
    expect((await call()).status).toBe(401);
  });

verifies("mcp:auth:oauth", "a sign-in ends with its server, and when sign-ins are disabled", async () => {
  const token = await aToken();
  const call = () => service.raw("POST", "/svc/mcp/contacts", { headers: bearer(token), json: list });
  await send("PATCH", "/contacts", { updates: { oauth_enabled: false } });
  expect((await call()).status).toBe(401);
  await send("PATCH", "/contacts", { updates: { oauth_enabled: true } });
  expect((await call()).status).toBe(200);
  await send("PATCH", "/contacts", { updates: { filename: "CONTACTS", name: "Renamed" } });
  expect((await call()).status).toBe(200);
  // A password is never sent to a file that it wasn't entered for.
  await send("PATCH", "/contacts", { updates: { filename: "Orders" } });
  expect((await call()).status).toBe(401);
  await send("PATCH", "/contacts", { updates: { filename: "Contacts" } });
  expect((await call()).status).toBe(401);
  const later = await aToken();
  const callLater = () => service.raw("POST", "/svc/mcp/contacts", { headers: bearer(later), json: list });
  expect((await callLater()).status).toBe(200);
  await send("DELETE", "/contacts");
  await aServer("contacts");
  expect((await callLater()).status).toBe(401);
});
