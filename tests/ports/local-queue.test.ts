import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { type LocalQueue, openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { type TurnableClock, turnableClock } from "../support/clocks/turnable-clock.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { queueSuite } from "./queue-suite.ts";

queueSuite("SQLite in memory", async () => {
  const clock = turnableClock();
  const queue = openQueue({ file: ":memory:", clock });
  return { queue, clock, close: () => queue.close() };
});

describe("a queue in a file", () => {
  const newFile = (): string => join(scratchFolder(), "queue.sqlite");

  test("keeps its messages, their counts, and their visibility while another process opens it", async () => {
    const [file, clock] = [newFile(), turnableClock()];
    const first = openQueue({ file, clock });
    await first.send({ body: "hidden" });
    await first.receive({ maxMessages: 1, visibilitySeconds: 30 });
    await first.send({ body: "waiting" });
    const second = openQueue({ file, clock });
    expect(await second.receive({ maxMessages: 10, visibilitySeconds: 60 })).toMatchObject([
      { body: "waiting", receiveCount: 1 },
    ]);
    await clock.turn(30_000);
    expect(await second.receive({ maxMessages: 10, visibilitySeconds: 60 })).toMatchObject([
      { body: "hidden", receiveCount: 2 },
    ]);
    second.close();
    first.close();
  });

  test("returns the messages of a killed process, once no other has the file open", async () => {
    const file = newFile();
    const first = openQueue({ file, clock: systemClock });
    await first.send({ body: "in hand" });
    const child = startChild(new URL("children/queue-holder.ts", import.meta.url), file);
    expect(await child.lines(1)).toEqual(["in hand"]);
    first.close();
    const beside = openQueue({ file, clock: systemClock });
    expect(await beside.receive({ maxMessages: 1, visibilitySeconds: 60 })).toEqual([]);
    child.process.kill("SIGKILL");
    await child.ended();
    const later = openQueue({ file, clock: systemClock });
    // The other process is alive, and may have the message as well.
    expect(await later.receive({ maxMessages: 1, visibilitySeconds: 60 })).toEqual([]);
    later.close();
    beside.close();
    const alone = openQueue({ file, clock: systemClock });
    const [again] = await alone.receive({ maxMessages: 1, visibilitySeconds: 60 });
    expect(again).toMatchObject({ body: "in hand", receiveCount: 2 });
    // A message released by its receiver keeps its delay.
    await alone.release(again?.receipt ?? "", 60);
    alone.close();
    const last = openQueue({ file, clock: systemClock });
    expect(await last.receive({ maxMessages: 1, visibilitySeconds: 60 })).toEqual([]);
    last.close();
  });

  test("wakes a receiver for another process's message, at its next check", async () => {
    const [file, clock] = [newFile(), turnableClock()];
    const [sender, receiver] = [openQueue({ file, clock }), openQueue({ file, clock, pollMs: 1_000 })];
    const waiting = receiver.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20 });
    await clock.turn(500);
    await sender.send({ body: "a" });
    await clock.turn(500);
    expect(await waiting).toMatchObject([{ body: "a" }]);
    sender.close();
    receiver.close();
  });

  test("releases waiting receivers when it is closed", async () => {
    const clock = turnableClock();
    const queue = openQueue({ file: newFile(), clock });
    const waiting = queue.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20 });
    await clock.turn(0);
    queue.close();
    expect(await waiting).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });

  test("has every acknowledged message after its process was killed", async () => {
    const file = newFile();
    const child = startChild(new URL("children/queue-sender.ts", import.meta.url), file);
    await child.lines(100);
    child.process.kill("SIGKILL");
    const { lines } = await child.ended();
    const queue = openQueue({ file, clock: systemClock });
    const found = new Set(await receiveAll(queue));
    expect(lines.filter((line) => !found.has(line))).toEqual([]);
    queue.close();
  });
});

test("delivers every message until it is done, with any consumers; then it is gone or dead", async () => {
  const deed = fc.constantFrom<Deed>(
    "acknowledge",
    "release",
    "forget",
    "acknowledge twice",
    "acknowledge the old one",
  );
  const history = fc.record({ messages: fc.integer({ min: 1, max: 6 }), deeds: fc.array(deed, { maxLength: 40 }) });
  await fc.assert(
    fc.asyncProperty(history, async ({ messages, deeds }) => {
      const clock = turnableClock();
      const queue = openQueue({ file: ":memory:", clock });
      for (let index = 0; index < messages; index++) await queue.send({ body: String(index) });
      const done = new Set<string>();
      const counts = new Map<string, number>();
      for (const next of deeds) await consume(queue, clock, next, done, counts);
      await clock.turn(60_000);
      const dead = (await queue.deadLetters(100)).map(({ body }) => body);
      const left = await receiveAll(queue);
      expect([...done, ...dead, ...left].toSorted()).toEqual(
        Array.from({ length: messages }, (_, place) => String(place)),
      );
      for (const body of dead) expect(counts.get(body)).toBe(5);
      queue.close();
    }),
    { numRuns: 100 },
  );
});

type Deed = "acknowledge" | "release" | "forget" | "acknowledge twice" | "acknowledge the old one";

async function consume(
  queue: LocalQueue,
  clock: TurnableClock,
  deed: Deed,
  done: Set<string>,
  counts: Map<string, number>,
): Promise<void> {
  const [delivery] = await queue.receive({ maxMessages: 1, visibilitySeconds: 10 });
  if (delivery === undefined) return clock.turn(10_000);
  const { body, receipt, receiveCount } = delivery;
  expect(done.has(body)).toBe(false);
  expect(receiveCount).toBe((counts.get(body) ?? 0) + 1);
  expect(receiveCount).toBeLessThanOrEqual(5);
  counts.set(body, receiveCount);
  if (deed === "release") await queue.release(receipt, 3);
  if (deed === "acknowledge" || deed === "acknowledge twice") {
    await queue.acknowledge(deed === "acknowledge" ? [receipt] : [receipt, receipt]);
    done.add(body);
  }
  if (deed === "acknowledge the old one" && receiveCount < 5) {
    await clock.turn(10_000);
    for (const other of await queue.receive({ maxMessages: 10, visibilitySeconds: 10 }))
      counts.set(other.body, other.receiveCount);
    expect(counts.get(body)).toBe(receiveCount + 1);
    await queue.acknowledge([receipt]);
  }
  await clock.turn(1_000);
}

async function receiveAll(queue: LocalQueue): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (;;) {
    const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 60 });
    if (deliveries.length === 0) return bodies;
    bodies.push(...deliveries.map(({ body }) => body));
    await queue.acknowledge(deliveries.map(({ receipt }) => receipt));
  }
}
