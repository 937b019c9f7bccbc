import { describe, expect, test } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { repeating } from "../../local-runtime/repeating.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";

describe("the system's clock", () => {
  test("sleeps at least as long as requested", async () => {
    const from = performance.now();
    await systemClock.sleep(20);
    expect(performance.now() - from).toBeGreaterThanOrEqual(19);
  });

  test("wakes with the signal's own reason, before or during its sleep", async () => {
    const reason = new Error("Enough");
    await expect(systemClock.sleep(1e9, AbortSignal.abort(reason))).rejects.toBe(reason);
    const ending = new AbortController();
    const sleep = systemClock.sleep(1e12, ending.signal);
    ending.abort(reason);
    await expect(sleep).rejects.toBe(reason);
  });
});

describe("a clock that a test turns", () => {
  test("stands still, and wakes sleepers in the order of their times, each at its own", async () => {
    const clock = turnableClock(1_000);
    const woken: unknown[] = [];
    for (const delay of [30, 10, 20, 50]) void clock.sleep(delay).then(() => woken.push([delay, clock.now()]));
    await clock.turn(40);
    expect(woken).toEqual([
      [10, 1_010],
      [20, 1_020],
      [30, 1_030],
    ]);
    expect([clock.now(), clock.sleepers]).toEqual([1_040, 1]);
  });

  test("lets a waking sleeper sleep again within one turn", async () => {
    const clock = turnableClock(0);
    let rounds = 0;
    void (async () => {
      for (; rounds < 5; rounds++) await clock.sleep(10);
    })();
    await clock.turn(35);
    expect(rounds).toBe(3);
  });

  test("releases a sleeper whose signal aborts, with the signal's reason", async () => {
    const clock = turnableClock();
    const reason = new Error("Enough");
    const ending = new AbortController();
    const sleep = clock.sleep(10, ending.signal);
    ending.abort(reason);
    await expect(sleep).rejects.toBe(reason);
    await expect(clock.sleep(10, ending.signal)).rejects.toBe(reason);
    expect(clock.sleepers).toBe(0);
  });
});

describe("ids", () => {
  test("are version 7 UUIDs that contain their time", () => {
    const clock = turnableClock(Date.UTC(2026, 10, 20));
    const uuid = systemIds(clock).uuid();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16)).toBe(clock.now());
  });

  test("sort by creation order, also within a millisecond and when the clock is set back", async () => {
    let now = 1_000_000;
    const ids = systemIds({ now: () => now });
    const made: string[] = [];
    for (const time of [1_000_000, 1_000_001, 999_000, 1_000_002]) {
      now = time;
      for (let count = 0; count < 5_000; count++) made.push(ids.uuid());
    }
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  test("have the requested number of random bytes", () => {
    const ids = systemIds(turnableClock());
    expect(ids.bytes(32)).toHaveLength(32);
    expect(ids.bytes(32)).not.toEqual(ids.bytes(32));
  });
});

describe("repeated work", () => {
  test("runs at every interval, also after a failed round, until it is stopped", async () => {
    const clock = turnableClock();
    const warnings: string[] = [];
    const received = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", received);
    let rounds = 0;
    const work = repeating(clock, 1_000, async () => {
      rounds += 1;
      if (rounds === 2) throw new Error("The second round failed");
    });
    await clock.turn(3_999);
    expect(rounds).toBe(3);
    work.stop();
    await clock.turn(10_000);
    expect([rounds, clock.sleepers]).toEqual([3, 0]);
    expect(warnings).toEqual(["The second round failed"]);
    process.off("warning", received);
  });
});
