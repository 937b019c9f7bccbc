import { afterAll, expect } from "vitest";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
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
const openPartitions = Array.from({ length: 16 }, (_, number) => `open-deliveries#${number}`);
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
        await inner.transact([write]).catch((thrown: unknown) => {
          throw thrown instanceof ConditionFailed ? new ConditionFailed(place) : thrown;
        });
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

verifies("webhooks:delivery:killed", "a late message for an ended delivery doesn't lose its replay", async () => {
  const clock = turnableClock();
  const arrived: string[] = [];
  const other = aDeliverer(table, clock, arrived);
  const id = other.engine.newId(newSource());
  await other.engine.accept(anEvent(id), { wantsAttempt: false });
  await other.work();
  let isRead = false;
  const slow: Table = {
    ...table,
    async get(key) {
      const item = await table.get(key);
      if (!isRead) await other.service.replayDelivery({ id }, call);
      isRead = true;
      return item;
    },
  };
  await aDeliverer(slow, clock, arrived).engine.attempt(id);
  // The message of the replay is lost, so only its marker leads to it.
  other.messages.length = 0;
  await clock.turn(60_000);
  await other.engine.sweep();
  await other.work();
  expect(arrived).toEqual([id, id]);
});

const senderId = "event 7";
const remembered = (clock: { now(): number }) => ({ senderId, untilMs: clock.now() + 86_400_000 });

verifies(
  "webhooks:delivery:killed",
  "an event that its sender repeats after a crash is delivered once, whichever write the first process reached",
  async () => {
    for (const waits of [true, false])
      for (const side of ["before", "after"] as const)
        for (let number = 1; ; number += 1) {
          const clock = turnableClock();
          const arrived: string[] = [];
          const source = newSource();
          const stores = crashingStores(table, openQueue({ file: ":memory:", clock }), side, number);
          const first = aDeliverer(stores.table, clock, arrived);
          const accepting = first.engine.accept(
            { ...anEvent(first.engine.newId(source)), senderId },
            { remembered: remembered(clock), wantsAttempt: waits },
          );
          const survived = await Promise.race([accepting.then(() => true), stores.death.then(() => false)]);
          const second = aDeliverer(table, clock, arrived);
          const again = await second.engine.accept(
            { ...anEvent(second.engine.newId(source)), senderId },
            { remembered: remembered(clock), wantsAttempt: false },
          );
          for (let round = 0; round < 6; round += 1) {
            await second.work();
            await clock.turn(30_000);
            await second.engine.sweep();
          }
          const place = `${waits} ${side} write ${number}`;
          expect(arrived, place).toEqual([again.delivery.record.id]);
          expect(await Array.fromAsync(second.store.open(source)), place).toEqual([]);
          expect(await second.store.newest(source, 20), place).toMatchObject([{ state: "delivered" }]);
          if (!survived) continue;
          expect(number).toBeGreaterThan(3);
          break;
        }
  },
);

verifies(
  "webhooks:delivery:killed",
  "of concurrent processes that receive one event, all answer with the same delivery, which is delivered once",
  async () => {
    for (const at of [0, 1, 2]) {
      const clock = turnableClock();
      const arrived: string[] = [];
      const source = newSource();
      const second = aDeliverer(inOrder(table), clock, arrived);
      const accept = ({ engine }: typeof second) =>
        engine.accept(
          { ...anEvent(engine.newId(source)), senderId },
          { remembered: remembered(clock), wantsAttempt: false },
        );
      let acceptedMeanwhile: Awaited<ReturnType<typeof accept>> | undefined;
      let isFirst = true;
      const first = aDeliverer(
        inOrder(table, async (place) => {
          if (place !== at || !isFirst) return;
          isFirst = false;
          acceptedMeanwhile = await accept(second);
          // A search at this time must not deliver what the first process is about to create.
          await second.engine.sweep();
          await second.work();
        }),
        clock,
        arrived,
      );
      const accepted = await accept(first);
      for (let round = 0; round < 6; round += 1) {
        await first.work();
        await clock.turn(30_000);
        await first.engine.sweep();
      }
      const id = acceptedMeanwhile?.delivery.record.id;
      expect(accepted).toMatchObject({ kind: "repeated", delivery: { record: { id } } });
      expect(arrived).toEqual([id]);
      expect(await first.store.newest(source, 20)).toHaveLength(1);
    }
  },
);

verifies(
  "webhooks:delivery:killed",
  "a process that needs minutes to store an event doesn't lose it, and delivers it once",
  async () => {
    for (const at of [1, 2]) {
      const clock = turnableClock();
      const arrived: string[] = [];
      const second = aDeliverer(table, clock, arrived);
      let isFirst = true;
      const first = aDeliverer(
        inOrder(table, async (place) => {
          if (place !== at || !isFirst) return;
          isFirst = false;
          for (let minute = 0; minute < 3; minute += 1) {
            await clock.turn(60_000);
            await second.engine.sweep();
            await second.work();
          }
        }),
        clock,
        arrived,
      );
      const id = first.engine.newId(newSource());
      const accepted = await first.engine.accept(
        { ...anEvent(id), senderId },
        { remembered: remembered(clock), wantsAttempt: false },
      );
      expect(accepted.kind).toBe("new");
      // Its message is lost.
      first.messages.length = 0;
      await clock.turn(60_000);
      await second.engine.sweep();
      await second.work();
      expect(arrived).toEqual([id]);
      expect(await Array.fromAsync(second.store.open())).toEqual([]);
    }
  },
);

verifies(
  "webhooks:delivery:killed",
  "an accepted event is delivered even if its sender sends it again as a new one before the first attempt",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    const { engine, messages, work } = aDeliverer(inOrder(table), clock, arrived);
    const source = newSource();
    // The sender's id is stored for no longer than this, by either clock.
    const untilMs = Math.min(service.clock.now(), clock.now()) - 1_000;
    const ids = [engine.newId(source), engine.newId(source)];
    for (const [at, id] of ids.entries()) {
      const accepted = await engine.accept(
        { ...anEvent(id), senderId },
        { remembered: at === 0 ? { senderId, untilMs } : remembered(clock), wantsAttempt: false },
      );
      expect(accepted.kind).toBe("new");
    }
    messages.length = 0;
    await clock.turn(60_000);
    await engine.sweep();
    await work();
    expect(arrived.toSorted()).toEqual(ids.toSorted());
  },
);

verifies("webhooks:delivery:killed", "a pending delivery that an earlier release stored is attempted", async () => {
  const clock = turnableClock();
  const arrived: string[] = [];
  const { engine, store, work } = aDeliverer(table, clock, arrived);
  const source = newSource();
  const id = engine.newId(source);
  await engine.accept(anEvent(id), { wantsAttempt: false });
  // The earlier release leased the delivery itself, and the marker of a replay had no time.
  const { record } = (await store.get(id)) ?? {};
  if (record === undefined) throw new Error("There is no such delivery");
  const [marker] = (await Promise.all(openPartitions.map((pk) => table.query({ pk, prefix: id })))).flatMap(
    ({ items }) => items,
  );
  if (marker === undefined) throw new Error("There is no such marker");
  const leasedUntil = clock.now() + 20_000;
  const since = record.createdAt + 5;
  const fields = { ...record, since, attempts: 1, totalAttempts: 1, leasedUntil };
  await table.put({ pk: `deliveries#${source}`, sk: id, fields });
  await table.put({ pk: marker.pk, sk: id, fields: { schema: 1, nextAt: record.nextAt } });
  await engine.sweep();
  await work();
  expect(arrived).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    await clock.turn(60_000);
    await engine.sweep();
    await work();
  }
  expect(arrived).toEqual([id]);
  expect((await store.get(id))?.record).toMatchObject({ state: "delivered", totalAttempts: 2, trigger: "retry" });
  expect(await Array.fromAsync(store.open(source))).toEqual([]);
});

verifies(
  "webhooks:delivery:messages",
  "a worker that takes over a delivery doesn't repeat it if the former owner has just ended it",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    const frozen = Promise.withResolvers<undefined>();
    const first = aDeliverer(inOrder(table), clock, arrived, () => frozen.promise);
    const id = first.engine.newId(newSource());
    await first.engine.accept(anEvent(id), { wantsAttempt: false });
    const late = first.work();
    while (arrived.length === 0) await clock.turn(1);
    await clock.turn(60_000);
    let isFirst = true;
    const taking: Table = {
      ...table,
      async put(item, condition) {
        if (isFirst && item.pk.startsWith("open-deliveries#")) {
          isFirst = false;
          const { transact } = table;
          // The former owner writes its result, but not yet the deletion of the marker.
          const record = (await first.store.get(id))?.record;
          if (record === undefined) throw new Error("There is no such delivery");
          const fields = { ...record, state: "delivered", endedAt: clock.now(), leasedUntil: 0 };
          await transact([{ put: { pk: `deliveries#${record.source}`, sk: id, fields } }]);
        }
        return table.put(item, condition);
      },
    };
    await aDeliverer(taking, clock, arrived).engine.attempt(id);
    expect(isFirst).toBe(false);
    frozen.resolve(undefined);
    await late;
    expect(arrived).toEqual([id]);
    expect(await Array.fromAsync(first.store.open())).toEqual([]);
    expect((await first.store.get(id))?.record.state).toBe("delivered");
  },
);
