import { randomBytes } from "node:crypto";
import { afterAll, expect } from "vitest";
import type { ReadRange } from "#shared/agent/agent-client.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const deadline = { deadlineMs: 60_000 };
const large = randomBytes(3_000_000);
host.write("Data/Databases/Large.fmp12", large);
const largeFile = { root: "databases", path: "Large.fmp12" } as const;

async function collected(read: ReadRange): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

verifies("agent:file:range", "up to 64 KB are sent over the link", async () => {
  const read = await agentClientOf(service).readRange({ ...largeFile, start: 1_000, length: 65_536 }, deadline);
  expect([read.sizeBytes, read.fileBytes]).toEqual([65_536, 3_000_000]);
  expect((await collected(read)).equals(large.subarray(1_000, 66_536))).toBe(true);
});

verifies("agent:file:range", "larger ranges are uploaded to a one-time address, byte for byte", async () => {
  const read = await agentClientOf(service).readRange({ ...largeFile, start: 7 }, deadline);
  expect([read.sizeBytes, read.fileBytes]).toEqual([2_999_993, 3_000_000]);
  expect((await collected(read)).equals(large.subarray(7))).toBe(true);
});

verifies("agent:file:range", "a range beyond the end is empty", async () => {
  const read = await agentClientOf(service).readRange({ ...largeFile, start: 5_000_000 }, deadline);
  expect([read.sizeBytes, (await collected(read)).length]).toEqual([0, 0]);
});

verifies("agent:file:range", "a missing file and a folder get specific errors", async () => {
  const missing = agentClientOf(service).readRange({ root: "databases", path: "Gone.fmp12", start: 0 }, deadline);
  await expect(missing).rejects.toMatchObject({ name: ServiceError.name, error: "host_file_not_found" });
  const folder = agentClientOf(service).readRange({ root: "databases", path: "", start: 0 }, deadline);
  await expect(folder).rejects.toMatchObject({ error: "host_file_refused" });
});

verifies("agent:file:range", "an address accepts bytes only from the agent, and once", async () => {
  const answer = await service.raw("PUT", "/svc/agent/bytes/abc", { body: "x" });
  expect(answer).toRefuseWith("agent_signature_refused");
});
