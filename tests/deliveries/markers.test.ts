import { afterAll, expect } from "vitest";
import type { Table } from "#shared/ports/table.ts";
import { openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { crashingStores } from "../jobs/support/a-job-worker.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDeliverer, anEvent } from "./support/a-deliverer.ts";

const service = await testService();
const { table } = service.openStores(service.clock);
afterAll(() => service.stop());

const call = { requestId: "", caller: { kind: "anyone" }, client: { address: "", limits: undefined } } as const;
let sources = 0;
const newSource = () => {
  sources += 1;
  return `test-${sources}`;
};

/** Wraps a table so that the writes of a transaction that can be made in order are separate calls, as on DynamoDB. */
function inOrder(inner: Table, before: (place: number) => Promise<void> = async () => undefined): Table {
  return {
    ...inner,
    async transact(writes, options) {
      if (options?.inOrder !== true) return inner.transact(writes);
      for (const [place, write] of writes.entries()) {
        await before(place);
        await inner.transact([write]);
      }
    },
  };
}

verifies(
  "webhooks:delivery:killed",
  "a replay that begins before the marker of the ended delivery is deleted isn't lost",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    const ended = Promise.withResolvers<void>();
    const replayed = Promise.withResolvers<void>();
    let isFirst = true;
    const slow = inOrder(table, async (place) => {
      if (place === 0 || !isFirst) return;
      isFirst = false;
      ended.resolve();
      await replayed.promise;
    });
    const other = aDeliverer(table, clock, arrived);
    const id = other.engine.newId(newSource());
    await other.engine.accept(anEvent(id), { wantsAttempt: false });
    const first = aDeliverer(slow, clock, arrived);
    const attempt = first.engine.attempt(id);
    await ended.promise;
    other.messages.length = 0;
    await other.service.replayDelivery({ id }, call);
    // The message of the replay is lost, so only its marker leads to it.
    other.messages.length = 0;
    replayed.resolve();
    await attempt;
    await clock.turn(60_000);
    await other.engine.sweep();
    await other.work();
    expect(arrived).toEqual([id, id]);
    await clock.turn(60_000);
    await other.engine.sweep();
    await other.work();
    expect(await Array.fromAsync(other.store.open())).toEqual([]);
    expect(arrived).toEqual([id, id]);
  },
);

verifies(
  "webhooks:delivery:killed",
  "an ordered source continues in order after a process was killed at any write",
  async () => {
    for (const side of ["before", "after"] as const)
      for (let number = 1; ; number += 1) {
        const clock = turnableClock();
        const arrived: string[] = [];
        const source = newSource();
        const ids: string[] = [];
        const stores = crashingStores(table, openQueue({ file: ":memory:", clock }), side, number);
        const first = aDeliverer(stores.table, clock, arrived, undefined, { isOrdered: true });
        const live = async () => {
          for (let left = 3; left > 0; left -= 1) {
            const id = first.engine.newId(source);
            await first.engine.accept(anEvent(id), { wantsAttempt: false });
            ids.push(id);
          }
          await first.work();
        };
        const survived = await Promise.race([live().then(() => true), stores.death.then(() => false)]);
        const second = aDeliverer(table, clock, arrived, undefined, { isOrdered: true });
        for (let round = 0; round < 6; round += 1) {
          await clock.turn(30_000);
          await second.engine.sweep();
          await second.work();
        }
        const place = `${side} write ${number}`;
        expect(await Array.fromAsync(second.store.open(source)), place).toEqual([]);
        const order = arrived.filter((id, at) => arrived.indexOf(id) === at);
        expect(order, place).toEqual(order.toSorted());
        for (const id of ids) expect(order, place).toContain(id);
        if (!survived) continue;
        expect(arrived).toEqual(ids);
        break;
      }
  },
);
