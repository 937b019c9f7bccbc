import { join } from "node:path";
import { expect, test } from "vitest";
import { deliveryQueue } from "../../local-runtime/storage/delivery-queue.ts";
import { type LocalQueue, openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { schedulesSuite } from "./schedules-suite.ts";

const hour = 3_600_000;

/** Receives the messages in the queue. */
async function arrived(queue: LocalQueue): Promise<readonly string[]> {
  const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 30 });
  await queue.acknowledge(deliveries.map(({ receipt }) => receipt));
  return deliveries.map(({ body }) => body);
}

schedulesSuite("SQLite in memory", async () => {
  const clock = turnableClock();
  const queue = openQueue({ file: ":memory:", clock });
  return {
    schedules: queue.schedules,
    now: () => clock.now(),
    turn: (milliseconds) => clock.turn(milliseconds),
    arrived: () => arrived(queue),
    close: () => queue.close(),
  };
});

schedulesSuite("the queue of deliveries in memory", async () => {
  const clock = turnableClock();
  const { schedules, consume } = deliveryQueue({ clock, log: { error: () => undefined } });
  const bodies: string[] = [];
  const { stop } = consume({ consume: async ({ body }) => void bodies.push(body), around: (run) => run() });
  return {
    schedules,
    now: () => clock.now(),
    turn: (milliseconds) => clock.turn(milliseconds),
    arrived: async () => bodies.splice(0),
    close: stop,
  };
});

test("a schedule still exists when its file is reopened, and its message arrives even if its time has passed", async () => {
  const [file, clock] = [join(scratchFolder(), "queue.sqlite"), turnableClock()];
  const first = openQueue({ file, clock });
  await first.schedules.put({ name: "a", at: clock.now() + hour, body: "missed" });
  await first.schedules.put({ name: "b", at: clock.now() + 3 * hour, body: "to come" });
  first.close();
  await clock.turn(2 * hour);
  const second = openQueue({ file, clock });
  expect(await arrived(second)).toEqual(["missed"]);
  await clock.turn(hour);
  expect(await arrived(second)).toEqual(["to come"]);
  second.close();
});

test("a waiting receiver gets a scheduled message at its time", async () => {
  const clock = turnableClock();
  const queue = openQueue({ file: ":memory:", clock, pollMs: 60_000 });
  await queue.schedules.put({ name: "a", at: clock.now() + 7_000, body: "{}" });
  const waiting = queue.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20 });
  await clock.turn(7_000);
  expect(await waiting).toMatchObject([{ body: "{}", receiveCount: 1 }]);
  queue.close();
});

test("two processes on one file send a scheduled message once", async () => {
  const [file, clock] = [join(scratchFolder(), "queue.sqlite"), turnableClock()];
  const queues = [openQueue({ file, clock }), openQueue({ file, clock })];
  await queues[0]?.schedules.put({ name: "a", at: clock.now() + hour, body: "{}" });
  await clock.turn(hour);
  expect((await Promise.all(queues.map(arrived))).flat()).toEqual(["{}"]);
  for (const queue of queues) queue.close();
});
