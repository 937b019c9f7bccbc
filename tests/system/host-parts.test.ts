import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import type { Point } from "#shared/system/contract.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const host = aHost();
afterAll(() => host.remove());

async function aService(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await testService({ environment });
  onTestFinished(() => service.stop());
  return service;
}

/** Returns the reports of `readyz` and the prerequisites about agent and disks. */
async function reported(service: TestService) {
  const { body } = await service.raw("GET", "/svc/readyz");
  const strict = await service.raw("GET", "/svc/readyz?strict");
  const check = await service.admin("POST", "/svc/api/prerequisites", {});
  const points: readonly Point[] = check.body.response.points;
  const stateOf = (id: Point["id"]) => points.find((point) => point.id === id)?.state;
  const { agent, disk } = body.checks;
  const agentText = points.find(({ id }) => id === "agent_linked")?.text;
  return { agent, agentText, disk, strict: strict.status, points: [stateOf("agent_linked"), stateOf("disk_space")] };
}

verifies("system:health:parts", "a connected agent, and one that has disconnected", async () => {
  const service = await aService();
  const agent = await anAgent(service, host);
  const linked = await reported(service);
  expect(linked.agent).toEqual({ ok: true, text: "is online" });
  expect([linked.strict, linked.points]).toEqual([200, ["ok", "ok"]]);
  await agent.stop();
  await service.turn(2 * 60_000);
  const away = await reported(service);
  expect(away.agent).toEqual({ ok: false, text: "is offline" });
  expect([away.strict, away.points[0]]).toEqual([503, "warning"]);
});

verifies("system:health:parts", "the number of agent restarts in the last day", async () => {
  const service = await aService();
  const kept = aHost();
  onTestFinished(() => kept.remove());
  let agent = await anAgent(service, kept);
  for (const [awayMs, times] of [
    [2 * 60_000, "once"],
    [2 * 60_000, "2 times"],
    [25 * 60 * 60_000, "once"],
  ] as const) {
    const starts = readFileSync(join(kept.folder, "starts.json"));
    await agent.stop();
    // As if it had been killed: a stop on request isn't counted.
    writeFileSync(join(kept.folder, "starts.json"), starts);
    await service.turn(awayMs);
    agent = await anAgent(service, kept, { again: true });
    const reportedText = `is online; it restarted ${times} in the last 24 hours`;
    const { agent: check, agentText } = await reported(service);
    expect([check, agentText]).toEqual([
      { ok: true, text: reportedText },
      `The agent on the database host ${reportedText}.`,
    ]);
  }
  await agent.stop();
});

verifies("system:health:parts", "a disk with less free space than the minimum", async () => {
  const service = await aService({ DISK_FLOOR_MB: "9999999" });
  const agent = await anAgent(service, host);
  const { disk, strict, points } = await reported(service);
  expect(disk.ok).toBe(false);
  expect(disk.text).toMatch(/^the disk of .* has [\d.]+ MB left.*; 9999999\.0 MB must stay free$/);
  expect([strict, points]).toEqual([503, ["ok", "failed"]]);
  await agent.stop();
});
