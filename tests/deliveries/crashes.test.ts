import { expect } from "vitest";
import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { deliveryEngine } from "#shared/deliveries/engine.ts";
import { deliveryIn, wakeDelivery } from "#shared/deliveries/messages.ts";
import { deliveryService } from "#shared/deliveries/service.ts";
import { sourceHolds } from "#shared/deliveries/source-holds.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { openQueue } from "../../local-runtime/storage/queue.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { crashingStores } from "../jobs/support/a-job-worker.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

/** One process that delivers: its engine, and what has arrived at the other side. */
function aDeliverer(table: Table, clock: Clock, arrived: string[]) {
  const store = deliveryStore(table);
  const messages: string[] = [];
  const log = { error: () => undefined };
  const queue = { send: async ({ body }: { readonly body: string }) => void messages.push(body) };
  const bodies = deliveryBodies(() => {
    throw new Error("No body here is that large");
  });
  const kind: DeliveryKind = {
    name: "test",
    longestMs: 10_000,
    isOrdered: async () => false,
    async attempt({ record }) {
      arrived.push(record.id);
      return { outcome: "delivered", status: 200 };
    },
  };
  const wake = wakeDelivery({ queue, log });
  const holds = sourceHolds(clock);
  const engine = deliveryEngine({ store, bodies, wake, holds, kinds: [kind], clock, ids: systemIds(clock), log });
  return {
    engine,
    store,
    service: deliveryService({ store, bodies, wake, clock }),
    async work() {
      for (let body = messages.shift(); body !== undefined; body = messages.shift())
        await engine.attempt(deliveryIn(body));
    },
  };
}

const call = { requestId: "", caller: { kind: "anyone" }, client: { address: "", limits: undefined } } as const;

/** What is left of an event after a life that ended at some write, and another that saw to it. */
async function aftermath(waits: boolean, side: "before" | "after", number: number) {
  const clock = turnableClock();
  const table = openTable({ file: ":memory:", clock });
  const first = crashingStores(table, openQueue({ file: ":memory:", clock }), side, number);
  const arrived: string[] = [];
  const life = aDeliverer(first.table, clock, arrived);
  const id = life.engine.newId("test-1");
  let acknowledged = 0;
  const whole = (async () => {
    const request = { method: "POST", target: "/", headers: [], body: { sizeBytes: 0, inline: "" } };
    const given = { id, source: "test-1", senderId: "event 7", request, context: {}, keptMs: 1e9, given: null };
    const until = { remembersUntil: clock.now() + 1e9 };
    const { delivery, kind } = await life.engine.accept(given, { ...until, wantsAttempt: waits });
    expect(kind).toBe("new");
    if (waits) await life.engine.perform(delivery);
    acknowledged = 1;
    await life.work();
    await life.service.replayDelivery({ id }, call);
    acknowledged = 2;
    await life.work();
    return true;
  })();
  const survived = await Promise.race([whole, first.death.then(() => false)]);

  const second = aDeliverer(table, clock, arrived);
  for (let round = 0; round < 4; round += 1) {
    await clock.turn(30_000);
    await second.engine.sweep();
    await second.work();
  }
  const open = await Array.fromAsync(second.store.open());
  return { id, survived, acknowledged, arrived, open, stored: await second.store.get(id) };
}

verifies("webhooks:delivery:killed", async () => {
  for (const waits of [true, false])
    for (const side of ["before", "after"] as const)
      for (let number = 1; ; number += 1) {
        const { id, survived, acknowledged, arrived, open, stored } = await aftermath(waits, side, number);
        const place = `${side} write ${number}`;
        expect(open, place).toEqual([]);
        expect([...new Set(arrived)], place).toEqual(stored === undefined ? [] : [id]);
        // A sender that had an answer finds it delivered, and replayed where that was answered too.
        expect(arrived.length, place).toBeGreaterThanOrEqual(acknowledged);
        if (stored !== undefined) expect(stored.record.state, place).toBe("delivered");
        if (!survived) continue;
        expect(number).toBeGreaterThan(4);
        expect(arrived).toEqual([id, id]);
        break;
      }
});
