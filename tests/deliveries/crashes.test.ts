import { expect } from "vitest";
import { openQueue } from "../../local-runtime/storage/queue.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { crashingStores } from "../jobs/support/a-job-worker.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aDeliverer, anEvent } from "./support/a-deliverer.ts";

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
    const given = { ...anEvent(id), senderId: "event 7" };
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
