import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const shown = async () => (await service.admin("GET", "/svc/api/agents")).body.response.agents[0].lastSeenAt;
const stored = () => service.rows("agents");

verifies("agent:link:written", async () => {
  const [before, seen] = [await stored(), await shown()];
  // Two heartbeats.
  await service.turn(15_000);
  await service.turn(15_000);
  expect(Date.parse(await shown())).toBeGreaterThan(Date.parse(seen));
  expect(await stored()).toEqual(before);
  for (let beats = 0; beats < 24; beats += 1) await service.turn(15_000);
  expect(await stored()).not.toEqual(before);
});
