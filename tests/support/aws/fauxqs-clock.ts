import { setImmediate } from "node:timers/promises";
import { SQSClient } from "@aws-sdk/client-sqs";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { vi } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type TurnableClock, turnableClock } from "../clocks/turnable-clock.ts";

/** Separate in-memory SQS whose time a test advances. */
export interface TurnableFauxqs {
  readonly server: FauxqsServer;
  readonly client: SQSClient;
  readonly clock: TurnableClock;
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Internals of the emulator that we use: the place where a receiver waits. */
interface EmulatedQueue {
  pollWaiters: { readonly resolve: () => void; readonly timer: undefined }[];
  processTimers(): void;
  waitForMessages(seconds: number): Promise<void>;
}

/**
 * Starts the emulator with the test's clock: the emulator uses `Date` and its own timers. Here `Date` follows the clock, waiting receivers
 * sleep by it, and a turn ends when every call has been answered or is waiting for time to pass.
 */
export async function startTurnableFauxqs(): Promise<TurnableFauxqs> {
  const clock = turnableClock();
  const inside: { readonly SqsQueue: { prototype: EmulatedQueue } } = await import(
    new URL("sqs/sqsStore.js", import.meta.resolve("fauxqs")).href
  );
  const { prototype } = inside.SqsQueue;
  const original = prototype.waitForMessages;
  const waiting = new Map<() => void, EmulatedQueue>();
  let calls = 0;

  prototype.waitForMessages = function (seconds) {
    return new Promise((resolve) => {
      const waiter = { resolve: leave, timer: undefined };
      function leave(): void {
        waiting.delete(leave);
        resolve();
      }
      waiting.set(leave, this);
      this.pollWaiters.push(waiter);
      void clock.sleep(seconds * 1000).then(() => {
        if (!waiting.has(leave)) return;
        forget(leave);
        resolve();
      });
    });
  };

  function forget(leave: () => void): void {
    const queue = waiting.get(leave);
    if (queue !== undefined) queue.pollWaiters = queue.pollWaiters.filter(({ resolve }) => resolve !== leave);
    waiting.delete(leave);
  }

  async function quiet(): Promise<void> {
    do await setImmediate();
    while (calls !== waiting.size);
    await setImmediate();
  }

  vi.useFakeTimers({ toFake: ["Date"], now: clock.now() });
  const server = await startFauxqs({ port: 0, logger: false });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient({
    ...clientSettings(),
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      const before = new Set(waiting.keys());
      try {
        return await next(args);
      } catch (error) {
        // SQS drops a receiver that disconnected; the emulator would still deliver a message to it.
        const own = [...waiting.keys()].filter((leave) => !before.has(leave));
        if (error instanceof Error && error.name === "AbortError") for (const leave of own) forget(leave);
        throw error;
      } finally {
        calls -= 1;
      }
    },
    { step: "initialize" },
  );

  return {
    server,
    client,
    endpoint,
    clock: {
      monotonic: () => clock.monotonic(),
      now: () => clock.now(),
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
      async turn(milliseconds) {
        await quiet();
        vi.setSystemTime(clock.now() + milliseconds);
        await clock.turn(milliseconds);
        for (const queue of new Set(waiting.values())) queue.processTimers();
        await quiet();
      },
      get sleepers() {
        return clock.sleepers;
      },
    },
    async stop() {
      client.destroy();
      await server.stop();
      prototype.waitForMessages = original;
      vi.useRealTimers();
    },
  };
}
