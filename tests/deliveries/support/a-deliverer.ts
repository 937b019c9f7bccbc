import { deliveryBodies, inlineBody } from "#shared/deliveries/bodies.ts";
import type { AttemptContext, AttemptEnd, DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { deliveryEngine } from "#shared/deliveries/engine.ts";
import { deliveryIn, wakeDelivery } from "#shared/deliveries/messages.ts";
import { deliveryService } from "#shared/deliveries/service.ts";
import { sourceHolds } from "#shared/deliveries/source-holds.ts";
import { deliveryStore, sourceOf } from "#shared/deliveries/store.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Table } from "#shared/ports/table.ts";

/**
 * Returns one delivering process: its engine, and the deliveries received on the other side. An attempt without an end of its own has
 * delivered the event.
 */
export function aDeliverer(
  table: Table,
  clock: Clock,
  arrived: string[],
  attempt: (context: AttemptContext) => Promise<AttemptEnd | undefined> = async () => undefined,
  { isOrdered = false, send }: { readonly isOrdered?: boolean; readonly send?: Queue["send"] } = {},
) {
  const store = deliveryStore(table);
  const messages: string[] = [];
  const log = { error: () => undefined };
  const state = { isQueueAway: false };
  const queue: Queue = {
    async send(message) {
      const { body } = message;
      if (send !== undefined) return send(message);
      if (state.isQueueAway) throw new Error("The queue is away");
      messages.push(body);
    },
  };
  const bodies = deliveryBodies(() => {
    throw new Error("No body here is that large");
  });
  const kind: DeliveryKind = {
    name: "test",
    longestMs: () => 10_000,
    isOrdered: async () => isOrdered,
    async attempt(context) {
      arrived.push(context.record.id);
      return (await attempt(context)) ?? { outcome: "delivered", status: 200 };
    },
  };
  const wake = wakeDelivery({ queue, clock, log });
  const engine = deliveryEngine({
    store,
    bodies,
    wake,
    holds: sourceHolds(clock),
    kinds: [kind],
    clock,
    ids: systemIds(clock),
    log,
    count: () => undefined,
  });
  return {
    state,
    table,
    /** Messages in the queue. */
    messages,
    engine,
    store,
    service: deliveryService({ store, bodies, wake, secretHeadersOf: async () => [], clock }),
    async work() {
      for (let body = messages.shift(); body !== undefined; body = messages.shift())
        await engine.attempt(deliveryIn(body).delivery);
    },
  };
}

/** Returns an event of the source that its id begins with. */
export function anEvent(id: string) {
  const source = sourceOf(id);
  const request = { method: "POST", target: "/", headers: [], body: inlineBody(Buffer.alloc(0)) };
  return { id, source, senderId: null, request, context: {}, keptMs: 1e9, given: null };
}
