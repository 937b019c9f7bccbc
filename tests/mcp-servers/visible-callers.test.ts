import { afterAll, expect, vi } from "vitest";
import { aClient, account } from "../oauth/support/browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { basicOf, bearer } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService({ environment: { MCP_CALLS_PER_MINUTE: "3" } });
afterAll(() => service.stop());
const { aServer, aTool, send } = servers(service);
const client = aClient(service);

await aServer("contacts");
await aTool("contacts", { input_schema: { count: { type: "number", required: true } } });
const key = await service.aKey({ label: "Shop", isOData: true });
const { "api-keys": keys } = (await service.admin("GET", "/svc/api/api-key")).body.response;
const keyId = keys.find(({ label }: { readonly label: string }) => label === "Shop").id;

async function call(slug: string, headers: Readonly<Record<string, string>>, args: object = { count: 1 }) {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: args } };
  const answer = await service.raw("POST", `/svc/mcp/${slug}`, { headers, json });
  return { ...answer, requestId: String(answer.headers["x-request-id"]) };
}

async function loggedLine(requestId: string) {
  const line = (await service.logs()).split("\n").find((one) => one.includes(requestId) && one.includes("/mcp/"));
  return line && JSON.parse(line);
}

/** Returns a call of the list. Entries soon after a call are written together with later ones. */
async function listed(requestId: string) {
  await service.turn(250);
  return vi.waitFor(async () => {
    const { calls } = await send("GET", "/contacts/calls");
    const found = calls.find(({ request_id: id }: { readonly request_id: string }) => id === requestId);
    if (found === undefined) throw new Error(`The call ${requestId} is not listed`);
    return found;
  });
}

verifies("mcp:calls:callers", "a key is in the log line and in the list by its number and label", async () => {
  const { requestId, body } = await call("contacts", bearer(key));
  expect(body.result?.isError, JSON.stringify(body)).not.toBe(true);
  expect(await loggedLine(requestId)).toMatchObject({ caller: "data-key", key: `data-key:${keyId}`, label: "Shop" });
  expect(await listed(requestId)).toMatchObject({ caller: `data-key:${keyId}`, label: "Shop", client: null });
});

verifies("mcp:calls:callers", "a key is in the log line of a call that is refused", async () => {
  await aServer("orders", { filename: "Orders.fmp12" });
  const { status, requestId } = await call("orders", bearer(key));
  expect(status).toBe(403);
  expect(await loggedLine(requestId)).toMatchObject({ key: `data-key:${keyId}`, label: "Shop" });
});

verifies("mcp:calls:callers", "an account is in the log line by its name", async () => {
  const { requestId } = await call("contacts", basicOf(account.user, account.pass));
  expect(await loggedLine(requestId)).toMatchObject({ caller: "file-account", account: account.user });
  expect(await listed(requestId)).toMatchObject({ caller: `file-account:${account.user}`, client: null });
});

verifies("mcp:calls:callers", "a sign-in is listed by its account and program, also after it has ended", async () => {
  const { access } = await client.tokens();
  const { requestId } = await call("contacts", bearer(access));
  const [{ id }] = (await service.admin("GET", "/svc/api/oauth/grants")).body.response.grants;
  await service.admin("DELETE", `/svc/api/oauth/grants/${id}`);
  expect(await loggedLine(requestId)).toMatchObject({ caller: "file-account", account: account.user });
  expect(await listed(requestId)).toMatchObject({ caller: `file-account:${account.user}`, client: "A test" });
});

verifies("mcp:calls:callers", "calls with wrong arguments and calls over the limit are listed", async () => {
  const other = await service.aKey({ label: "Chat", isOData: true });
  await service.turn(60_000 - (service.clock.now() % 60_000));
  const wrong = await call("contacts", bearer(other), { count: "one" });
  expect(await listed(wrong.requestId)).toMatchObject({ label: "Chat", outcome: "refused" });
  for (let count = 0; count < 2; count += 1)
    expect((await call("contacts", bearer(other))).body.result.isError).not.toBe(true);
  const refused = await call("contacts", bearer(other));
  expect(refused.body.result.content[0].text).toContain("3 calls per minute");
  expect(await listed(refused.requestId)).toMatchObject({ label: "Chat", outcome: "limited" });
});

verifies("mcp:call:rates", "a server can allow its callers more or fewer calls", async () => {
  await service.turn(60_000 - (service.clock.now() % 60_000));
  await send("PATCH", "/contacts", { updates: { calls_per_minute: 5 } });
  for (let count = 0; count < 5; count += 1)
    expect((await call("contacts", bearer(key))).body.result.isError).not.toBe(true);
  expect((await call("contacts", bearer(key))).body.result.content[0].text).toContain("5 calls per minute");
  expect((await send("GET", "/contacts")).calls_per_minute).toBe(5);
  await send("PATCH", "/contacts", { updates: { calls_per_minute: null } });
  expect((await call("contacts", bearer(key))).body.result.content[0].text).toContain("3 calls per minute");
});
