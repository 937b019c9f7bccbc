import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { basicOf, bearer, connected } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";

const server = await startServer({ clock: flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0)) });
const service = await testService({
  dataApiUrl: server.origin,
  environment: { PREVENT_DAPI_CALLOUT: "true", FMS_LOOPBACK_URL: server.origin },
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
const { aServer, aTool } = servers(service);

verifies("mcp:callout:prevented", async () => {
  await aServer("sales");
  const { id } = await aTool("sales");
  const key = await service.aKey({ isOData: true });
  const { odataCalls, logins } = server.counters;
  const client = await connected({ baseUrl: service.baseUrl, slug: "sales", headers: bearer(key) });
  expect(client.getInstructions()).toContain("PREVENT_DAPI_CALLOUT");
  expect((await client.listTools()).tools).toEqual([]);
  const refused = await client.callTool({ name: "echo", arguments: {} });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain("PREVENT_DAPI_CALLOUT");

  // Accounts aren't checked either, and an administrator's test makes no call.
  const ofAccount = await service.raw("POST", "/svc/mcp/sales", {
    headers: basicOf("Admin", "full-access-pass"),
    json: {},
  });
  expect(ofAccount).toMatchObject({ status: 409, text: expect.stringContaining("PREVENT_DAPI_CALLOUT") });
  const account = { user: "Admin", password: "full-access-pass" };
  const trial = (path: string, json: object) => service.admin("POST", `/svc/api/mcp-servers/${path}`, json);
  for (const credential of [{ key }, account])
    expect(await trial(`sales/tools/${id}/test`, { ...credential, arguments: {} })).toRefuseWith("mcp_calls_prevented");
  expect((await trial("scripts", { filename: "Contacts", ...account })).body.response).toEqual({
    scripts: null,
    reason: expect.stringContaining("PREVENT_DAPI_CALLOUT"),
  });
  expect(await trial("sales/preview", account)).toRefuseWith("mcp_calls_prevented");
  expect((await trial("sales/preview", { key })).body.response.tools).toMatchObject([
    { is_shown: false, reason: "callouts-off" },
  ]);
  expect([server.counters.odataCalls, server.counters.logins]).toEqual([odataCalls, logins]);
});
