import { expect } from "vitest";
import { type KeyLimits, noLimits } from "#shared/contract/values/key-limits.ts";
import { type AllowanceStore, allowanceStore } from "#shared/keys/limits/allowance-store.ts";
import { allowances } from "#shared/keys/limits/allowances.ts";
import { alwaysOthers, type OtherProcesses } from "#shared/keys/limits/other-processes.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const nine = Date.UTC(2026, 10, 20, 9, 0, 0);
const client = () => ({ address: "192.0.2.1", limits: undefined });
const perMinute = (callsPerMinute: number): KeyLimits => ({ ...noLimits, callsPerMinute });
const perDay = (callsPerDay: number): KeyLimits => ({ ...noLimits, callsPerDay, timeZone: "Europe/Berlin" });

/** Returns processes that serve the same keys, and the number of calls that they allow. */
function processes(count: number, store: AllowanceStore, clock = turnableClock(nine)) {
  const others = () => (count > 1 ? alwaysOthers : noOthers);
  const all = Array.from({ length: count }, () => allowances({ store, clock, others }));
  const offer = async (calls: number, limits: KeyLimits): Promise<number> => {
    const taken = Array.from({ length: calls }, async (_, call) => {
      const process = all[call % all.length] as (typeof all)[number];
      await process.take({ id: 7, dayCountOf: null }, limits, client());
    });
    return (await Promise.allSettled(taken)).filter(({ status }) => status === "fulfilled").length;
  };
  return { offer, clock };
}

const noOthers: OtherProcesses = { ...alwaysOthers, wereNoneSince: () => true };

/** Returns a store that counts as the table does, and the number of its calls. */
function memoryStore() {
  const counts = new Map<string, number>();
  let asked = 0;
  const store: AllowanceStore = {
    async reserve(keyId, policy, { startsAt }, calls) {
      asked += 1;
      const name = `${keyId} ${policy} ${startsAt}`;
      const before = counts.get(name) ?? 0;
      counts.set(name, before + calls);
      return before;
    },
  };
  return { ...store, asked: () => asked };
}

verifies("keys:limits:minute", "a single process allows exactly the limit, and never queries the table", async () => {
  const store = memoryStore();
  const { offer, clock } = processes(1, store);
  expect(await offer(100, perMinute(60))).toBe(60);
  await clock.turn(59_999);
  expect(await offer(10, perMinute(60))).toBe(0);
  await clock.turn(1);
  expect(await offer(61, perMinute(60))).toBe(60);
  expect(store.asked()).toBe(0);
});

verifies("keys:limits:shared", "eight processes together allow exactly a low limit", async () => {
  const { offer, clock } = processes(8, memoryStore());
  expect(await offer(500, perMinute(60))).toBe(60);
  await clock.turn(60_000);
  expect(await offer(59, perMinute(60))).toBe(59);
  expect(await offer(10, perMinute(60))).toBe(1);
});

verifies(
  "keys:limits:shared",
  "a higher limit is never exceeded, and missed at most by what processes reserve",
  async () => {
    const store = memoryStore();
    const { offer } = processes(8, store);
    const taken = await offer(2_000, perMinute(600));
    expect(taken).toBeLessThanOrEqual(600);
    expect(taken).toBeGreaterThanOrEqual(600 - 8 * 19);
    // A rejection is cached until the minute is over.
    expect(store.asked()).toBeLessThanOrEqual(600 / 20 + 8);
  },
);

verifies("keys:limits:days", "a restart doesn't reset the day", async () => {
  const store = memoryStore();
  const { offer, clock } = processes(1, store);
  expect(await offer(70, perDay(100))).toBe(70);
  const restarted = processes(1, store, clock);
  expect(await restarted.offer(70, perDay(100))).toBe(30);
  // Midnight in Berlin.
  await clock.turn(14 * 60 * 60_000);
  expect(await restarted.offer(200, perDay(100))).toBe(100);
});

verifies("keys:limits:minute", "with a daily limit as well, the lower one counts", async () => {
  const { offer, clock } = processes(1, memoryStore());
  const both = { ...perDay(100), callsPerMinute: 60 };
  expect(await offer(80, both)).toBe(60);
  await clock.turn(60_000);
  expect(await offer(80, both)).toBe(40);
});

verifies("keys:limits:set", "a changed limit applies immediately, and keeps the count", async () => {
  const { offer } = processes(1, memoryStore());
  expect(await offer(60, perMinute(50))).toBe(50);
  expect(await offer(60, perMinute(80))).toBe(30);
  expect(await offer(60, perMinute(10))).toBe(0);
});

verifies("keys:limits:refused", "a rejection says how long to wait, and reports the limits", async () => {
  const clock = turnableClock(nine + 15_500);
  const one = allowances({ store: memoryStore(), clock, others: () => noOthers });
  const caller: Parameters<typeof one.take>[2] = client();
  await one.take({ id: 7, dayCountOf: null }, perMinute(1), caller);
  expect(caller.limits).toEqual([{ policy: "minute", quota: 1, windowSeconds: 60, remaining: 0, resetSeconds: 45 }]);
  expect(() => one.take({ id: 7, dayCountOf: null }, perMinute(1), caller)).toThrow(
    expect.objectContaining({ error: "key_calls_exceeded", retryAfterSeconds: 45 }),
  );
});

verifies("keys:limits:shared", "in the table itself", async () => {
  const service = await testService();
  try {
    const store = allowanceStore(service.runtime.platform.table);
    expect(await processes(8, store).offer(40, perMinute(25))).toBe(25);
    const rows = await service.rows("allowance#7");
    expect(rows).toHaveLength(1);
  } finally {
    await service.stop();
  }
});
