import { afterAll, expect } from "vitest";
import type { CallOptions } from "../support/http/call.ts";
import { mistyped } from "../support/mistyped.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bob, salesWorld } from "./support/sales-world.ts";
import { basicOf, bearer } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService({ sandbox: { world: salesWorld() } });
afterAll(() => service.stop());
const { aServer, aTool } = servers(service);

await aServer("sales", { oauth_enabled: false });
await aServer("open", { oauth_enabled: true });
await aTool("sales");
const odata = await service.aKey({ isOData: true });
const dataOnly = await service.aKey({ isOData: false });
const elsewhere = await service.aKey({ isOData: true, databases: ["Orders.fmp12"] });
const anyFile = await service.aKey({ isOData: true, allowAnyDatabase: true });
const admin = await service.anAdminKey();
const login = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/sessions", {
  headers: basicOf("apiKey", odata),
  json: {},
});
const session = String(login.body.response.token);

interface Shown {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const call = ({ headers = {}, query = "" }: Shown, options: CallOptions = { json: list }) =>
  service.raw("POST", `/svc/mcp/sales${query}`, { ...options, headers: { Accept: "application/json", ...headers } });

const shownBy = (value: string, headers: Readonly<Record<string, string>> = {}): Shown => ({
  headers: { "Content-Type": "application/json", ...bearer(value), ...headers },
});

const shown: Readonly<Record<string, readonly [Shown, number]>> = {
  nothing: [{}, 401],
  "a key as bearer": [{ headers: bearer(odata) }, 200],
  "a key as Basic": [{ headers: basicOf("apiKey", odata) }, 200],
  "a key in the query": [{ query: `?apiKey=${odata}` }, 200],
  "a key for any file": [{ headers: bearer(anyFile) }, 200],
  "a key without OData": [{ headers: bearer(dataOnly) }, 403],
  "a key for another file": [{ headers: bearer(elsewhere) }, 403],
  "a key that is unknown": [{ headers: bearer(mistyped(odata)) }, 401],
  "an Admin API Key as bearer": [{ headers: bearer(admin) }, 401],
  "an Admin API Key as Basic": [{ headers: basicOf("apiKey", admin) }, 401],
  "an Admin API Key in the query": [{ query: `?apiKey=${admin}` }, 401],
  "an account of the file": [{ headers: basicOf(bob.user, bob.pass) }, 200],
  "an account with a wrong password": [{ headers: basicOf(bob.user, "wrong") }, 401],
  "a key as an account's password": [{ headers: basicOf("bob", odata) }, 401],
  "an account of the Admin Console": [{ headers: { Authorization: adminAccount } }, 401],
  "a token of a FileMaker session": [{ headers: bearer(session) }, 401],
  "a token in the query": [{ query: "?apiKey=some-access-token" }, 401],
  "another scheme": [{ headers: { Authorization: "Digest abc" } }, 401],
  "a key in a header and in the query": [{ headers: bearer(odata), query: `?apiKey=${odata}` }, 400],
  "two keys in the query": [{ query: `?apiKey=${odata}&apiKey=${odata}` }, 400],
};

verifies(
  "mcp:credential:pairs",
  "an MCP server accepts keys with OData for its file and accounts of its file",
  async () => {
    const statuses: Record<string, number> = {};
    for (const [name, [credential]] of Object.entries(shown)) statuses[name] = (await call(credential)).status;
    expect(statuses).toEqual(Object.fromEntries(Object.entries(shown).map(([name, [, status]]) => [name, status])));
  },
);

verifies("mcp:credential:pairs", "without a valid credential, only the Bearer scheme is named", async () => {
  for (const [headers, error] of [
    [{}, undefined],
    [bearer("unknown"), "invalid_token"],
  ] as const) {
    const { headers: answered, body } = await call({ headers });
    expect(answered["www-authenticate"]).toBe(error === undefined ? "Bearer" : `Bearer error="${error}"`);
    expect(body).toMatchObject({ error: error ?? "invalid_request", error_description: expect.any(String) });
  }
});

verifies("mcp:credential:pairs", "if users can sign in, the challenge says where and for what", async () => {
  const { status, headers } = await service.raw("POST", "/svc/mcp/open", { json: list });
  const metadata = `${service.baseUrl}/svc/.well-known/oauth-protected-resource/mcp/open`;
  expect(status).toBe(401);
  expect(headers["www-authenticate"]).toBe(`Bearer scope="fm:read", resource_metadata="${metadata}"`);
  expect((await service.raw("GET", new URL(metadata).pathname)).body).toMatchObject({
    resource: `${service.baseUrl}/svc/mcp/open`,
    scopes_supported: ["fm:read"],
  });
});

verifies("mcp:protocol:callers", "at an MCP server too, before any credential is checked", async () => {
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await call({ headers: { ...bearer(odata), ...headers } })).status;
  expect(await statusOf({ Origin: service.baseUrl })).toBe(200);
  for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { Host: "evil.example" }])
    expect([headers, await statusOf(headers), await statusOf({ ...headers, ...bearer("unknown") })]).toEqual([
      ...[headers, 403, 403],
    ]);
  const bodies = {
    large: [413, JSON.stringify({ text: "x".repeat(1024 * 1024) })],
    deep: [400, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"deep":${"[".repeat(64)}${"]".repeat(64)}}}`],
    broken: [400, "{"],
  } as const;
  for (const [name, [status, body]] of Object.entries(bodies))
    expect([name, (await call(shownBy(odata), { body })).status]).toEqual([name, status]);
  expect((await call(shownBy(odata, { "Content-Type": "text/plain" }), { body: "{}" })).status).toBe(415);
});

verifies("mcp:credential:pairs", "no session is opened, and an invented one belongs to no one", async () => {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const initialize = { json: { jsonrpc: "2.0", id: 1, method: "initialize", params } };
  const begun = await call(shownBy(odata), initialize);
  expect([begun.status, begun.headers["mcp-session-id"]]).toEqual([200, undefined]);
  expect((await call({ headers: { "Mcp-Session-Id": "someone-else" } })).status).toBe(401);
});

verifies(
  "secrets:canary:logs",
  "logs of requests to MCP servers contain no secret, for any position of the secret",
  async () => {
    for (const [credential] of Object.values(shown)) await call(credential);
    const logged = await service.logs();
    expect(logged).toContain("/svc/mcp/sales");
    for (const secret of [odata, dataOnly, elsewhere, anyFile, admin, session, bob.pass])
      expect(logged).not.toContain(secret);
  },
);

verifies("mcp:servers:one-file", async () => {
  await aServer("orders", { filename: "Orders" });
  await aTool("orders");
  const to = (slug: string, value: string) =>
    service.raw("POST", `/svc/mcp/${slug}`, { headers: bearer(value), json: list });
  expect([(await to("orders", elsewhere)).status, (await to("orders", odata)).status]).toEqual([200, 403]);
  expect((await to("sales", elsewhere)).status).toBe(403);
});

verifies("mcp:servers:challenge-by-get", async () => {
  const get = (headers = {}) => service.raw("GET", "/svc/mcp/open", { headers });
  const asked = await get();
  expect(asked.status).toBe(401);
  expect(asked.headers["www-authenticate"]).toBe(
    (await service.raw("POST", "/svc/mcp/open", { json: list })).headers["www-authenticate"],
  );
  expect(asked.headers["www-authenticate"]).toContain("resource_metadata=");
  const taken = await get(bearer(odata));
  expect([taken.status, taken.headers.allow]).toEqual([405, "POST"]);
  expect((await service.raw("DELETE", "/svc/mcp/open")).status).toBe(405);
});
