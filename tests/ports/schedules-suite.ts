import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Schedules } from "#shared/ports/schedules.ts";

/** New schedules, and the queue that receives their messages. */
export interface SchedulesWorld {
  readonly schedules: Schedules;
  now(): number;
  turn(milliseconds: number): Promise<void>;
  /** Returns the messages in the queue that haven't been returned before. */
  arrived(): Promise<readonly string[]>;
  close(): Promise<void> | void;
}

const hour = 3_600_000;

/** Runs the tests that all schedules must pass, regardless of their adapter. */
export function schedulesSuite(name: string, open: () => Promise<SchedulesWorld>): void {
  describe(`${name}: schedules`, () => {
    let world: SchedulesWorld;
    let schedules: Schedules;
    beforeEach(async () => {
      world = await open();
      ({ schedules } = world);
    });
    afterEach(() => world.close());

    test("a message is sent to the queue at its time, complete and once", async () => {
      const body = `{"text":"é 👋 \u0000 ${"x".repeat(10_000)}"}`;
      await schedules.put({ name: "a", at: world.now() + 5 * hour, body });
      await world.turn(5 * hour - 1);
      expect(await world.arrived()).toEqual([]);
      // Stores count in seconds, and round up.
      await world.turn(1_000);
      expect(await world.arrived()).toEqual([body]);
      await world.turn(48 * hour);
      expect(await world.arrived()).toEqual([]);
    });

    test("a year ahead isn't too far", async () => {
      await schedules.put({ name: "a", at: world.now() + 365 * 24 * hour, body: "{}" });
      await world.turn(364 * 24 * hour);
      expect(await world.arrived()).toEqual([]);
      await world.turn(24 * hour + 1_000);
      expect(await world.arrived()).toEqual(["{}"]);
    });

    test("schedules are independent of each other", async () => {
      for (const place of [3, 1, 2]) {
        await schedules.put({ name: `no.${place}_x-Y`, at: world.now() + place * hour, body: String(place) });
      }
      await schedules.remove("no.2_x-Y");
      await world.turn(hour + 1_000);
      expect(await world.arrived()).toEqual(["1"]);
      await world.turn(3 * hour);
      expect(await world.arrived()).toEqual(["3"]);
    });

    test("the same schedule twice is one message", async () => {
      const schedule = { name: "a", at: world.now() + hour, body: "{}" };
      await schedules.put(schedule);
      await Promise.all([schedules.put(schedule), schedules.put(schedule)]);
      await world.turn(hour + 1_000);
      expect(await world.arrived()).toEqual(["{}"]);
    });

    test("another with the same name replaces it", async () => {
      await schedules.put({ name: "a", at: world.now() + hour, body: "first" });
      await schedules.put({ name: "a", at: world.now() + 3 * hour, body: "second" });
      await world.turn(2 * hour);
      expect(await world.arrived()).toEqual([]);
      await schedules.put({ name: "a", at: world.now() + hour / 2, body: "third" });
      await world.turn(hour);
      expect(await world.arrived()).toEqual(["third"]);
    });

    test("a deleted schedule sends nothing", async () => {
      await schedules.put({ name: "a", at: world.now() + hour, body: "{}" });
      await schedules.remove("a");
      await world.turn(2 * hour);
      expect(await world.arrived()).toEqual([]);
    });

    test("a name can be reused after its message was sent, and after it was deleted", async () => {
      for (const body of ["first", "second"]) {
        await schedules.put({ name: "a", at: world.now() + hour, body });
        await world.turn(hour + 1_000);
        expect(await world.arrived()).toEqual([body]);
      }
      await schedules.put({ name: "a", at: world.now() + hour, body: "third" });
      await schedules.remove("a");
      await schedules.put({ name: "a", at: world.now() + hour, body: "fourth" });
      await world.turn(hour + 1_000);
      expect(await world.arrived()).toEqual(["fourth"]);
    });

    test("deleting a missing or already deleted schedule isn't an error", async () => {
      await schedules.remove("never");
      await schedules.put({ name: "a", at: world.now() + hour, body: "{}" });
      await world.turn(hour + 1_000);
      expect(await world.arrived()).toEqual(["{}"]);
      await schedules.remove("a");
      await schedules.remove("a");
    });

    test("invalid schedules are rejected", async () => {
      const good = { name: "a", at: world.now() + hour, body: "{}" };
      for (const bad of ["", "x".repeat(65), "a/b", "ä", "a b"]) {
        await expect(schedules.put({ ...good, name: bad })).rejects.toThrow(RangeError);
        await expect(schedules.remove(bad)).rejects.toThrow(RangeError);
      }
      for (const at of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15]) {
        await expect(schedules.put({ ...good, at })).rejects.toThrow(RangeError);
      }
      for (const body of ["", "x".repeat(256 * 1024 + 1)]) {
        await expect(schedules.put({ ...good, body })).rejects.toThrow(RangeError);
      }
      await world.turn(2 * hour);
      expect(await world.arrived()).toEqual([]);
    });
  });
}
