import { afterAll, expect } from "vitest";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { storedDelivery } from "../../bench/webhooks/stored-deliveries.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("webhooks:delivery:summary", "a summary counts deliveries of any size", async () => {
  const records = deliveryStore(service.runtime.platform.table);
  for (let number = 0; number < 30; number += 1) {
    const failed = storedDelivery(10 * number, service.clock.now() - number * 1_000, 98_000);
    await records.create({ ...failed, state: "failed" });
  }
  const { body } = await service.admin("GET", "/svc/api/deliveries/summary?sources=webhook-1");
  const [summary] = body.response.summaries;
  expect(summary.failed).toBe(20);
  expect(summary.recent).toHaveLength(20);
});
