import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Queue, QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";
import type { TurnableClock } from "../support/clocks/turnable-clock.ts";

/** New queue whose messages become dead letters at the fifth delivery, and the clock that it uses. */
export interface QueueWorld {
  readonly queue: Queue & QueueSource;
  readonly clock: TurnableClock;
  close(): Promise<void> | void;
}

/** Runs the tests that every queue must pass, regardless of its adapter. */
export function queueSuite(name: string, open: () => Promise<QueueWorld>): void {
  describe(`${name}: a queue`, () => {
    let queue: Queue & QueueSource;
    let clock: TurnableClock;
    let close: QueueWorld["close"];
    beforeEach(async () => {
      ({ queue, clock, close } = await open());
    });
    afterEach(() => close());

    const receive = (maxMessages = 10, visibilitySeconds = 30): Promise<readonly ReceivedMessage[]> =>
      queue.receive({ maxMessages, visibilitySeconds });
    const bodies = (deliveries: readonly ReceivedMessage[]): readonly string[] =>
      deliveries.map(({ body }) => body).toSorted();

    async function receiveOne(): Promise<ReceivedMessage> {
      const [delivery] = await receive();
      if (delivery === undefined) throw new Error("There was no message to receive");
      return delivery;
    }

    test("an empty queue returns nothing immediately", async () => {
      expect(await receive()).toEqual([]);
    });

    test("every sent message is delivered, complete, and for the first time", async () => {
      const sent = ["{}", "é 👋 \u0000", "x".repeat(200_000), "a", "a"];
      for (const body of sent) await queue.send({ body });
      const deliveries = await receive();
      expect(bodies(deliveries)).toEqual(sent.toSorted());
      expect(deliveries.map(({ receiveCount }) => receiveCount)).toEqual([1, 1, 1, 1, 1]);
      expect(new Set(deliveries.map(({ id }) => id)).size).toBe(5);
      expect(new Set(deliveries.map(({ receipt }) => receipt)).size).toBe(5);
    });

    test("no more messages are delivered than requested", async () => {
      for (const body of ["a", "b", "c"]) await queue.send({ body });
      expect(await receive(2)).toHaveLength(2);
      expect(await receive(2)).toHaveLength(1);
    });

    test("a message is hidden while only its consumer sees it, then redelivered under a new receipt", async () => {
      await queue.send({ body: "a" });
      const first = await receiveOne();
      await clock.turn(29_999);
      expect(await receive()).toEqual([]);
      await clock.turn(1);
      const second = await receiveOne();
      expect(second).toMatchObject({ id: first.id, body: "a", receiveCount: 2 });
      expect(second.receipt).not.toBe(first.receipt);
    });

    test("an acknowledged message is never redelivered", async () => {
      for (const body of ["a", "b", "c"]) await queue.send({ body });
      const deliveries = await receive();
      await queue.acknowledge(deliveries.filter(({ body }) => body !== "b").map(({ receipt }) => receipt));
      await clock.turn(60_000);
      expect(bodies(await receive())).toEqual(["b"]);
    });

    test("a receipt stays valid after its visibility ended, as long as no one else received the message", async () => {
      await queue.send({ body: "a" });
      const { receipt } = await receiveOne();
      await clock.turn(60_000);
      await queue.acknowledge([receipt]);
      expect(await receive()).toEqual([]);
    });

    test("an outdated receipt has no effect", async () => {
      await queue.send({ body: "a" });
      const old = await receiveOne();
      await clock.turn(30_000);
      const newest = await receiveOne();
      await queue.acknowledge([old.receipt]);
      await queue.release(old.receipt, 0);
      expect(await receive()).toEqual([]);
      await clock.turn(30_000);
      expect(await receiveOne()).toMatchObject({ id: newest.id, receiveCount: 3 });
    });

    test("acknowledging something unknown, or nothing, isn't an error", async () => {
      await queue.acknowledge([]);
      await queue.send({ body: "a" });
      const { receipt } = await receiveOne();
      await queue.acknowledge([receipt]);
      await queue.acknowledge([receipt]);
    });

    test("a released message is redelivered after its delay, and the delivery counts", async () => {
      await queue.send({ body: "a" });
      await queue.release((await receiveOne()).receipt, 0);
      const second = await receiveOne();
      expect(second.receiveCount).toBe(2);
      await queue.release(second.receipt, 100);
      await clock.turn(99_999);
      expect(await receive()).toEqual([]);
      await clock.turn(1);
      expect((await receiveOne()).receiveCount).toBe(3);
    });

    test("a delayed message is delivered after its delay", async () => {
      await queue.send({ body: "later", delaySeconds: 900 });
      await queue.send({ body: "now" });
      expect(bodies(await receive())).toEqual(["now"]);
      await clock.turn(899_999);
      expect(bodies(await receive())).toEqual(["now"]);
      await clock.turn(1);
      expect(bodies(await receive())).toEqual(["later"]);
    });

    async function wearOut(): Promise<void> {
      for (let count = 1; count <= 5; count++) {
        expect(await receiveOne()).toMatchObject({ body: "poison", receiveCount: count });
        await clock.turn(30_000);
      }
    }

    test("after five deliveries a message is a dead letter, and no sooner", async () => {
      await queue.send({ body: "poison" });
      expect(await queue.deadLetters(10)).toEqual([]);
      await wearOut();
      expect(await receive()).toEqual([]);
      // However often the queue is read.
      for (let look = 1; look <= 2; look++) {
        expect(await queue.deadLetters(10)).toMatchObject([{ body: "poison", receiveCount: 5 }]);
        await clock.turn(0);
      }
    });

    test("a message in its fifth delivery isn't a dead letter yet, and can still be acknowledged", async () => {
      await queue.send({ body: "poison" });
      for (let count = 1; count < 5; count++) {
        await receiveOne();
        await clock.turn(30_000);
      }
      const { receipt } = await receiveOne();
      expect(await queue.deadLetters(10)).toEqual([]);
      await queue.acknowledge([receipt]);
      await clock.turn(30_000);
      expect([await receive(), await queue.deadLetters(10)]).toEqual([[], []]);
    });

    test("a poison message doesn't delay the delivery of others", async () => {
      await queue.send({ body: "poison" });
      await wearOut();
      await queue.send({ body: "a" });
      expect(bodies(await receive())).toEqual(["a"]);
    });

    test("redriven dead letters are delivered as new", async () => {
      await queue.send({ body: "poison" });
      await wearOut();
      expect(await queue.redrive()).toBe(1);
      expect(await queue.deadLetters(10)).toEqual([]);
      expect(await queue.redrive()).toBe(0);
      await wearOut();
      expect(await queue.deadLetters(10)).toHaveLength(1);
    });

    test("a waiting receiver gets a message as soon as it is sent", async () => {
      const waiting = queue.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20 });
      await clock.turn(0);
      await queue.send({ body: "a" });
      expect(bodies(await waiting)).toEqual(["a"]);
    });

    test("a waiting receiver gets a message when its delay, visibility, or release ends", async () => {
      const wait = (): Promise<readonly ReceivedMessage[]> =>
        queue.receive({ maxMessages: 1, visibilitySeconds: 5, waitSeconds: 20 });
      await queue.send({ body: "a", delaySeconds: 10 });
      const delayed = wait();
      await clock.turn(10_000);
      expect(bodies(await delayed)).toEqual(["a"]);
      const hidden = wait();
      await clock.turn(5_000);
      const [again] = await hidden;
      expect(again?.receiveCount).toBe(2);
      const released = wait();
      await clock.turn(0);
      await queue.release(again?.receipt ?? "", 0);
      expect(bodies(await released)).toEqual(["a"]);
    });

    test("a receiver that waits in vain returns nothing at its timeout", async () => {
      let answer: readonly ReceivedMessage[] | undefined;
      void queue.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20 }).then((nothing) => {
        answer = nothing;
      });
      await clock.turn(19_999);
      expect(answer).toBeUndefined();
      await clock.turn(1);
      expect(answer).toEqual([]);
    });

    test("a receiver whose signal aborts returns nothing and receives nothing", async () => {
      const leaving = new AbortController();
      const waiting = queue.receive({ maxMessages: 1, visibilitySeconds: 30, waitSeconds: 20, signal: leaving.signal });
      await clock.turn(0);
      leaving.abort();
      expect(await waiting).toEqual([]);
      await queue.send({ body: "a" });
      expect(await queue.receive({ maxMessages: 1, visibilitySeconds: 30, signal: leaving.signal })).toEqual([]);
      expect((await receiveOne()).receiveCount).toBe(1);
    });

    test("concurrent receivers share the messages: none gets another's", async () => {
      for (let index = 0; index < 20; index++) await queue.send({ body: String(index) });
      const shares = await Promise.all(Array.from({ length: 10 }, () => receive(3)));
      const ids = shares.flat().map(({ id }) => id);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
    });

    test("unsupported calls are rejected", async () => {
      await expect(queue.send({ body: "" })).rejects.toThrow(RangeError);
      await expect(queue.send({ body: "x".repeat(256 * 1024 + 1) })).rejects.toThrow(RangeError);
      for (const delaySeconds of [-1, 901, 1.5, Number.NaN]) {
        await expect(queue.send({ body: "a", delaySeconds })).rejects.toThrow(RangeError);
      }
      for (const maxMessages of [0, 11, 1.5]) await expect(receive(maxMessages)).rejects.toThrow(RangeError);
      for (const visibilitySeconds of [-1, 43_201])
        await expect(receive(1, visibilitySeconds)).rejects.toThrow(RangeError);
      expect(await receive()).toEqual([]);
    });
  });
}
