import { afterAll, expect, test } from "vitest";
import type { Platform } from "../../functions/platform.ts";
import { agentClient } from "../../functions/wiring/work.ts";
import { testService } from "../support/test-service.ts";
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

test("a client built before its platform has transfers uses them once they are opened, as on Lambda", async () => {
  const { transfers, ...rest } = service.runtime.platform;
  const platform: Omit<Platform, "transfers"> & Partial<Pick<Platform, "transfers">> = rest;
  const client = agentClient(platform);
  host.write("Data/Documents/notes.txt", "all of it");
  const read = () => client.readRange({ root: "documents", path: "notes.txt", start: 0 }, { deadlineMs: 60_000 });
  await expect(read()).rejects.toThrow("no inbound transfers");
  Object.assign(platform, { transfers });
  expect(await read()).toMatchObject({ sizeBytes: 9, fileBytes: 9 });
});
