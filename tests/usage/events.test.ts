import { expect, onTestFinished } from "vitest";
import { minuteMs } from "#shared/usage/period.ts";
import { callTool } from "../mcp/support/raw-call.ts";
import { mistyped } from "../support/mistyped.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "../webhooks/support/hooks.ts";
import { aServiceOfLines } from "./support/a-service-of-lines.ts";
import { figures, nextMinute } from "./support/figures.ts";

/** Creates two events that arrive and one that is rejected, an answered and a rejected tool call, and a job. */
async function happenings(service: TestService): Promise<string> {
  const from = await nextMinute(service);
  const { register, send, key } = await hooks(service);
  await register("orders");
  for (const order of [1, 22]) await send("POST", "/svc/receiver/Contacts/orders", { json: { order } });
  await service.raw("POST", `/svc/receiver/Contacts/orders/${mistyped(key)}`, { json: {} });
  const adminKey = await service.anAdminKey();
  await callTool(service, adminKey, "list_files");
  await callTool(service, adminKey, "list_files", { unknown: 1 });
  const { body } = await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  const { processId } = body.response;
  for (let state = ""; state !== "done"; ) {
    await service.turn(1);
    state = (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response.process.state;
  }
  await nextMinute(service);
  return from;
}

/** Returns the API's figures about them. */
async function answered(service: TestService, from: string) {
  const totals = async (metric: string, by: string) => {
    const { series } = await figures(service, { metric, by, from });
    return series.map(({ labels, total }) => [...Object.values(labels), total]);
  };
  const timed = async (metric: string) => (await figures(service, { metric, from })).series[0]?.total !== null;
  return {
    webhooks: await totals("webhookCalls", "webhook,file,outcome"),
    bytes: await totals("webhookBytes", "webhook"),
    deliveries: await totals("deliveryAttempts", "kind,outcome"),
    delivered: await totals("deliveryBytes", "kind"),
    tools: await totals("toolCalls", "server,tool,outcome"),
    jobs: await totals("jobs", "kind,outcome"),
    timed: await Promise.all(["webhookTime", "deliveryTime", "toolTime", "jobTime"].map(timed)),
  };
}

const sizeBytes = '{"order":1}'.length + '{"order":22}'.length;
const expected = {
  webhooks: [
    ["1", "Contacts.fmp12", "answered", 2],
    ["none", "none", "refused", 1],
  ],
  bytes: [
    ["1", sizeBytes],
    ["none", 0],
  ],
  deliveries: [["webhook", "answered", 2]],
  delivered: [["webhook", sizeBytes]],
  tools: [
    ["admin-mcp", "list_files", "answered", 1],
    ["admin-mcp", "list_files", "refused", 1],
  ],
  jobs: [["keys.rewrap", "done", 1]],
  timed: [true, true, true, true],
};

verifies("usage:counts:events", async () => {
  const service = await testService();
  onTestFinished(() => service.stop());
  expect(await answered(service, await happenings(service))).toEqual(expected);

  const { body } = await service.admin("POST", "/svc/api/metrics-token", {});
  const { text } = await service.raw("GET", "/svc/metrics", {
    headers: { Authorization: `Bearer ${body.response.value}` },
  });
  for (const line of [
    'latchkey_webhook_calls_total{webhook="1",file="Contacts.fmp12",outcome="answered"} 2',
    'latchkey_delivery_attempts_total{kind="webhook",outcome="answered"} 2',
    'latchkey_tool_calls_total{server="admin-mcp",tool="list_files",outcome="refused"} 1',
    'latchkey_jobs_total{kind="keys.rewrap",outcome="done"} 1',
    'latchkey_job_time_seconds_count{kind="keys.rewrap"} 1',
  ])
    expect(text.split("\n")).toContain(line);
});

verifies("usage:counts:events", "counts are the same if the log lines are counted", async () => {
  const { lines, service } = await aServiceOfLines();
  const from = await happenings(service);
  await lines.handOver(lines.taken());
  await service.turn(2 * minuteMs);
  await lines.sweep();
  expect(await answered(service, from)).toEqual(expected);
});
