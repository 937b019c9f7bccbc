import { afterAll, expect } from "vitest";
import { servers } from "../../mcp-servers/support/servers.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const change = (key: string, given: object) => service.admin("PATCH", `/svc/api/api-key/${key}`, given);
const disabled = (key: string) => change(key, { isDisabled: true });
const nextMinute = () => service.turn(60_000 - (service.clock.now() % 60_000));

verifies(
  "keys:limits:calls",
  "in MCP servers: scripts, requests per minute, and if the key can be used at all",
  async () => {
    const { aServer, aTool } = servers(service);
    await aServer("sales");
    await aTool("sales", { name: "Echo", script_name: "Echo" });
    await aTool("sales", { name: "Hello", script_name: "Say hello" });
    const key = await service.aKey({ isOData: true, limits: { scripts: ["Echo"] } });
    const call = (name: string) =>
      service.raw("POST", "/svc/mcp/sales", {
        key,
        json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } },
        headers: { Accept: "application/json, text/event-stream" },
      });
    expect((await call("echo")).body.result.isError, "a script of its own").not.toBe(true);
    const foreign = (await call("hello")).body.result;
    expect(foreign.isError).toBe(true);
    expect(foreign.content[0].text).toContain("This key can't run this script");
    await change(key, { limits: { scripts: null, callsPerMinute: 1 } });
    await nextMinute();
    expect((await call("hello")).body.result.isError, "the first call of a minute").not.toBe(true);
    expect((await call("hello")).body.result.content[0].text).toContain("Rate limit exceeded for this key");
    await disabled(key);
    const refused = await call("hello");
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("This key is disabled");
  },
);

verifies("keys:limits:calls", "in webhook receivers and in uploads", async () => {
  const key = await service.aKey({ limits: { methods: ["GET"] } });
  const event = () => service.raw("POST", "/svc/receiver/Contacts/limited", { key, json: { n: 1 } });
  const upload = () => service.raw("POST", "/svc/api/uploads", { key, json: { fileName: "a.pdf", sizeBytes: 1 } });
  expect(await event()).toRefuseWith("key_method_refused");
  expect(await upload()).toRefuseWith("key_method_refused");
  await change(key, { limits: { methods: null, networks: ["192.0.2.0/24"] } });
  expect(await event()).toRefuseWith("key_network_refused");
  expect(await upload()).toRefuseWith("key_network_refused");
  await change(key, { limits: { networks: null, callsPerMinute: 1 } });
  await nextMinute();
  expect((await upload()).status).toBe(200);
  const refused = await event();
  expect(refused).toRefuseWith("key_calls_exceeded");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  await disabled(key);
  expect(await event()).toRefuseWith("key_disabled");
  expect(await upload()).toRefuseWith("key_disabled");
});
