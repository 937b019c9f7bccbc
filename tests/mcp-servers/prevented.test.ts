import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { bearer, connected } from "./support/sdk-clients.ts";
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
  await aTool("sales");
  const key = await service.aKey({ isOData: true });
  const before = server.counters.odataCalls;
  const client = await connected({ baseUrl: service.baseUrl, slug: "sales", headers: bearer(key) });
  expect(client.getInstructions()).toContain("PREVENT_DAPI_CALLOUT");
  expect((await client.listTools()).tools).toEqual([]);
  const refused = await client.callTool({ name: "echo", arguments: {} });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain("PREVENT_DAPI_CALLOUT");
  expect(server.counters.odataCalls).toBe(before);
});
