import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bob, carol, salesWorld } from "./support/sales-world.ts";
import { bearer, connected } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const service = await testService({ sandbox: { world: salesWorld() } });
afterAll(() => service.stop());
const { aServer, aTool, send } = servers(service);

await aServer("sales");
const echo = await aTool("sales", { input_schema: { text: { type: "string", required: true } } });
const secret = await aTool("sales", { name: "Secret", script_name: "Secret numbers" });
const off = await aTool("sales", { name: "Off", is_active: false });
const key = await service.aKey({ isOData: true, user: "Admin", pass: "full-access-pass" });
const asBob = { user: bob.user, password: bob.pass };

verifies("mcp:try:preview", async () => {
  const { tools } = await send("POST", "/sales/preview", asBob);
  expect(tools).toMatchObject([
    { id: echo.id, is_shown: true, reason: "shown" },
    { id: secret.id, is_shown: false, reason: "script-hidden" },
    { id: off.id, is_shown: false, reason: "off" },
  ]);
  const ofCarol = await send("POST", "/sales/preview", { user: carol.user, password: carol.pass });
  expect(ofCarol.tools[0]).toMatchObject({ is_shown: false, reason: "scripts-unknown" });
  expect(ofCarol.instructions).toContain("fmrest");
  const wrong = await service.admin("POST", "/svc/api/mcp-servers/sales/preview", { user: "bob", password: "no" });
  expect(wrong).toRefuseWith("mcp_account_refused");
  expect(await service.admin("POST", "/svc/api/mcp-servers/sales/preview", {})).toRefuseWith("input_invalid");
});

verifies("mcp:try:scripts", async () => {
  const { scripts } = await send("POST", "/scripts", { filename: "Contacts", ...asBob });
  const names = scripts.map(({ name }: { name: string }) => name);
  expect(names).toContain("Echo");
  expect(names).not.toContain("Secret numbers");
  expect(scripts.every(({ problem }: { problem: string | null }) => problem === null)).toBe(true);
  const ofCarol = await send("POST", "/scripts", { filename: "Contacts", user: carol.user, password: carol.pass });
  expect(ofCarol).toEqual({ scripts: null, reason: expect.stringContaining("fmrest") });
});

verifies("mcp:try:test", async () => {
  const run = (id: number, args: object) => send("POST", `/sales/tools/${id}/test`, { key, arguments: args });
  expect(await run(echo.id, { text: "hi" })).toMatchObject({
    request: { method: "POST", path: "/Script.Echo", body: { scriptParameterValue: { text: "hi" } } },
    answer: { status: 200, body: { scriptResult: { code: 0, resultParameter: '{"text":"hi"}' } } },
    result: { is_error: false, structured: { text: "hi" } },
    outcome: "done",
  });
  expect(await run(echo.id, { wrong: 1 })).toMatchObject({ answer: null, outcome: "arguments" });
  expect(await run(off.id, {})).toMatchObject({ outcome: "done", request: { body: null } });
});

verifies("mcp:calls:listed", async () => {
  const client = await connected({ baseUrl: service.baseUrl, slug: "sales", headers: bearer(key) });
  await client.callTool({ name: "secret", arguments: {} });
  await client.callTool({ name: "echo", arguments: { text: "a secret text" } });
  // Entries soon after a call are written together with later ones.
  await service.turn(250);
  await service.settle();
  const { calls } = await send("GET", "/sales/calls?limit=2");
  expect(calls.map(({ tool }: { tool: string }) => tool).toSorted()).toEqual(["echo", "secret"]);
  expect(calls[0]).toMatchObject({ caller: expect.stringMatching(/^data-key:\d+$/), outcome: "done", code: null });
  expect(calls[0].duration_ms).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(calls)).not.toContain("a secret text");
});

verifies("mcp:calls:listed", "each of several in one request", async () => {
  const listed = async (): Promise<readonly { readonly outcome: string }[]> =>
    (await send("GET", "/sales/calls?limit=50")).calls;
  const before = await listed();
  const json = ["one", "two", "three"].map((text, id) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call" },
    params: { name: "echo", arguments: { text } },
  }));
  const accepted = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-03-26" };
  const answer = await service.raw("POST", "/svc/mcp/sales", { headers: { ...bearer(key), ...accepted }, json });
  expect(answer.status, answer.text).toBe(200);
  await service.turn(250);
  await service.settle();
  const calls = await listed();
  expect(calls).toHaveLength(before.length + json.length);
  expect(calls.slice(0, json.length).map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
});

verifies("mcp:servers:history", async () => {
  await aServer("history");
  const { id } = await aTool("history");
  await send("PATCH", `/history/tools/${id}`, { description: "Gives back something else altogether." });
  await send("PATCH", `/history/tools/${id}`, { description: "Gives back something else altogether." });
  await send("DELETE", `/history/tools/${id}`);
  const { changes } = await send("GET", "/history/changes");
  expect(changes.map(({ what, version }: { what: string; version: number }) => [what, version])).toEqual([
    ["deleted", 4],
    ["changed", 3],
    ["created", 2],
    ["created", 1],
  ]);
  expect(changes[1]).toMatchObject({
    by: "account:admin",
    tool: "Echo",
    changes: [
      {
        field: "description",
        before: "Gives back what it was given, as it is.",
        after: "Gives back something else altogether.",
      },
    ],
  });
});
