import { afterAll, expect } from "vitest";
import { inlineBody } from "#shared/deliveries/bodies.ts";
import type { AttemptEnd } from "#shared/deliveries/delivery-kind.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDeliverer, anEvent } from "./support/a-deliverer.ts";

const service = await testService();
const { table } = service.openStores(service.clock);
afterAll(() => service.stop());

const call = { requestId: "", caller: { kind: "anyone" }, client: { address: "", limits: undefined } } as const;
const body = Buffer.alloc(99_000, 255);
const large = (id: string) => ({
  ...anEvent(id),
  request: { ...anEvent(id).request, body: inlineBody(body) },
});
const failing = (context: unknown, answer: string): AttemptEnd => ({
  ...{ outcome: "failed", status: 200, reason: "The script failed" },
  ...{ answer, context },
});

/** Works until a delivery has ended, and returns it. */
async function ended(
  { engine, work, store }: ReturnType<typeof aDeliverer>,
  clock: ReturnType<typeof turnableClock>,
  id: string,
) {
  for (let round = 0; round < 40; round += 1) {
    await engine.sweep();
    await work();
    const stored = await store.get(id);
    if (stored === undefined || stored.record.state !== "pending") return stored?.record;
    await clock.turn(Math.max(60_000, stored.record.nextAt - clock.now()));
  }
  return (await store.get(id))?.record;
}

verifies(
  "webhooks:delivery:large-results",
  "a delivery whose every attempt has a long result is given up as any other",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    const result = "結".repeat(16_000);
    const life = aDeliverer(table, clock, arrived, async () => failing({ taken: result.slice(0, 5_000) }, result));
    const id = life.engine.newId("test-9001");
    await life.engine.accept(large(id), { wantsAttempt: false });
    const first = await ended(life, clock, id);
    expect(first).toMatchObject({ state: "failed", totalAttempts: 10, leasedUntil: 0 });
    expect(arrived).toHaveLength(10);
    // The latest result has most of its text, an earlier one its beginning.
    const bytes = first?.tries.map(({ answer }) => Buffer.byteLength(answer ?? "")) ?? [];
    expect(bytes).toEqual([...Array(9).fill(999), 15_999]);
    // Replays add attempts, of which the newest 20 are kept.
    for (const attempts of [20, 30]) {
      await life.service.replayDelivery({ id }, call);
      expect(await ended(life, clock, id)).toMatchObject({ state: "failed", totalAttempts: attempts });
    }
    expect((await life.store.get(id))?.record.tries).toHaveLength(20);
  },
);

verifies(
  "webhooks:delivery:large-results",
  "what an item can't hold is dropped, the oldest attempts first",
  async () => {
    const clock = turnableClock();
    const arrived: string[] = [];
    // As a part of JSON in JSON, each of these characters has seven bytes.
    const result = "\u0001".repeat(16_000);
    const context = { isKept: true };
    let progress = 0;
    const life = aDeliverer(table, clock, arrived, async () => {
      progress += 3_000;
      return failing({ ...context, progress: "\u0001".repeat(progress) }, result);
    });
    const id = life.engine.newId("test-9002");
    await life.engine.accept({ ...large(id), context }, { wantsAttempt: false });
    const record = await ended(life, clock, id);
    expect(record).toMatchObject({ state: "failed", totalAttempts: 10 });
    expect(arrived).toHaveLength(10);
    expect(record?.tries.length).toBeLessThan(10);
    expect(record?.tries.at(-1)).toMatchObject({ reason: "The script failed" });
    expect(JSON.parse(record?.context ?? "")).toMatchObject(context);

    // Even a context that never fits doesn't prevent the end.
    const endless = aDeliverer(table, clock, arrived, async () => failing({ progress: "x".repeat(500_000) }, result));
    const other = endless.engine.newId("test-9003");
    await endless.engine.accept({ ...large(other), context }, { wantsAttempt: false });
    expect(await ended(endless, clock, other)).toMatchObject({
      ...{ state: "failed", totalAttempts: 10, reason: "The script failed" },
      ...{ tries: [{ trigger: "retry", answer: null }], context: JSON.stringify(context) },
    });
  },
);

verifies(
  "webhooks:delivery:large-results",
  "a sender that waits gets the result that the delivery can't hold",
  async () => {
    const clock = turnableClock();
    const life = aDeliverer(table, clock, []);
    const id = life.engine.newId("test-9004");
    const { delivery } = await life.engine.accept(large(id), { wantsAttempt: true });
    const given = { status: 200, headers: [], body: "x".repeat(500_000) };
    const end = await life.engine.perform(delivery, (record) => ({ ...record, given }));
    expect(end).toMatchObject({ outcome: "delivered" });
    expect((await life.store.get(id))?.record).toMatchObject({ state: "delivered", given: null });
  },
);

verifies("webhooks:delivery:large-results", "an event that leaves no space for results is refused", async () => {
  const life = aDeliverer(table, turnableClock(), []);
  const id = life.engine.newId("test-9005");
  const accepting = life.engine.accept({ ...large(id), context: "x".repeat(200_000) }, { wantsAttempt: false });
  await expect(accepting).rejects.toMatchObject({ error: "body_too_large" });
  expect(await life.store.get(id)).toBeUndefined();
});
