import { afterAll, expect } from "vitest";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { storedDelivery } from "../../bench/webhooks/stored-deliveries.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies(
  "webhooks:delivery:list",
  "a text is searched in 20 MB of events at a time, and in more with a cursor",
  async () => {
    const { platform } = service.runtime;
    const records = deliveryStore(platform.table);
    const bodyBytes = 98_000;
    const all = 250;
    for (let number = 0; number < all; number += 1)
      await records.create(storedDelivery(10 * number, service.clock.now() - (all - number) * 1_000, bodyBytes));
    const looked: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await service.admin("GET", `/svc/api/deliveries?source=webhook-1&text=nowhere${cursor}`);
      expect(body.response.deliveries).toEqual([]);
      looked.push(body.response.lookedAt);
      if (body.response.cursor === null) break;
      cursor = `&cursor=${body.response.cursor}`;
    }
    const atOnce = Math.ceil(20_000_000 / bodyBytes);
    expect(looked).toEqual([atOnce, all - atOnce]);
  },
);
