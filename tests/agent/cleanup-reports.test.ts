import { afterAll, expect } from "vitest";
import { trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anActedAgent } from "./support/an-acted-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

verifies("audit:entries:cleanup", "a repeated report whose acknowledgment was lost is recorded once", async () => {
  const agent = await anActedAgent(service, host, {
    report: (own) => own,
    answer: () => ({ ok: false, fault: "unknown-command", text: "not acted" }),
  });
  const report = { id: crypto.randomUUID(), deleted: ["removed-file:Orders.fmp12"] };
  const entries = () => trailOf(service)("?action=cleanUpHost");
  for (const cleanup of [report, report])
    expect(await agent.helloWith({ cleanup })).toMatchObject({ cleanup: report.id });
  expect(await entries()).toHaveLength(1);
  const next = { id: crypto.randomUUID(), deleted: ["trash:Contacts.fmp12"] };
  await agent.helloWith({ cleanup: next });
  expect(await entries()).toHaveLength(2);
  await agent.stop();
});
