import { afterAll, expect } from "vitest";
import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDeliverer, anEvent } from "./support/a-deliverer.ts";

const service = await testService();
const { table } = service.openStores(service.clock);
afterAll(() => service.stop());

const count = 12;
let runs = 0;
const newSource = () => {
  runs += 1;
  return `test-${runs}`;
};

/** Returns a deliverer that has accepted this number of events. */
async function accepted() {
  const clock = turnableClock();
  const arrived: string[] = [];
  const deliverer = aDeliverer(table, clock, arrived);
  const ids: string[] = [];
  const source = newSource();
  for (let left = count; left > 0; left -= 1) {
    const id = deliverer.engine.newId(source);
    ids.push(id);
    await deliverer.engine.accept(anEvent(id), { wantsAttempt: false });
  }
  return { clock, source, arrived, ids, ...deliverer };
}

verifies("webhooks:delivery:messages", async () => {
  const { ids, messages, work, arrived, engine } = await accepted();
  // Each message one to three times, and in another order.
  const doubled = messages.splice(0).flatMap((body, at) => Array.from({ length: 1 + (at % 3) }, () => body));
  messages.push(...doubled.sort((a, b) => a.slice(-8).localeCompare(b.slice(-8))));
  expect(messages.length).toBeGreaterThan(count);
  await Promise.all([work(), work(), work()]);
  expect(arrived.sort()).toEqual(ids.sort());
  expect(await engine.sweep()).toBe(0);
});

verifies(
  "webhooks:delivery:messages",
  "deliveries accepted while the queue was unavailable are found by the search",
  async () => {
    const { clock, source, state, engine, work, arrived, messages } = await accepted();
    messages.length = 0;
    state.isQueueAway = true;
    const id = engine.newId(source);
    await engine.accept(anEvent(id), { wantsAttempt: false });
    await work();
    expect(arrived).toEqual([]);
    state.isQueueAway = false;
    await clock.turn(60_000);
    expect(await engine.sweep()).toBe(count + 1);
    await work();
    expect(arrived).toContain(id);
    expect(arrived).toHaveLength(count + 1);
  },
);

verifies(
  "webhooks:delivery:messages",
  "a worker that has lost its lease records no result of its attempt",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    const frozen = Promise.withResolvers<undefined>();
    const first = aDeliverer(table, clock, arrived, () => frozen.promise);
    const second = aDeliverer(table, clock, arrived);
    const id = first.engine.newId(newSource());
    await first.engine.accept(anEvent(id), { wantsAttempt: false });
    const late = first.work();
    while (arrived.length === 0) await clock.turn(1);
    await clock.turn(60_000);
    await second.engine.attempt(id);
    expect(arrived).toEqual([id, id]);
    const { record } = (await second.store.get(id)) ?? {};
    frozen.resolve(undefined);
    await late;
    expect((await second.store.get(id))?.record).toEqual(record);
    expect(record).toMatchObject({ state: "delivered", totalAttempts: 2 });
  },
);

verifies("webhooks:delivery:messages", "an event that the store doesn't accept is rejected", async () => {
  const clock = turnableClock();
  const away = async () => Promise.reject(new StoreUnavailable("The store does not answer"));
  const { engine, messages } = aDeliverer({ ...table, transact: away, put: away }, clock, []);
  const given = anEvent(engine.newId(newSource()));
  await expect(engine.accept(given, { wantsAttempt: false })).rejects.toThrow(StoreUnavailable);
  expect(messages).toEqual([]);
});

verifies("webhooks:delivery:noted-late", async () => {
  for (const away of [new StoreUnavailable("The store does not answer"), new StoreFull("The disk is full")]) {
    const clock = turnableClock();
    const arrived: string[] = [];
    let isAway = false;
    const refused = Promise.withResolvers<void>();
    const transact: typeof table.transact = async (writes) => {
      if (!isAway) return table.transact(writes);
      refused.resolve();
      throw away;
    };
    const { engine, store, work } = aDeliverer({ ...table, transact }, clock, arrived, async () => {
      isAway = true;
    });
    const id = engine.newId(newSource());
    await engine.accept(anEvent(id), { wantsAttempt: false });
    let isNoted = false;
    const noted = work().then(() => {
      isNoted = true;
    });
    await Promise.race([noted, refused.promise]);
    isAway = false;
    while (!isNoted) await clock.turn(1_000);
    await noted;
    expect((await store.get(id))?.record).toMatchObject({ state: "delivered", totalAttempts: 1, leasedUntil: 0 });
    await clock.turn(60_000);
    expect([await engine.sweep(), arrived]).toEqual([0, [id]]);
  }
});
