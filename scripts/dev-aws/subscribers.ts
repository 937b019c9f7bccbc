import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from "aws-lambda";
import { invocationsAt, invoked } from "./invoked.ts";
import type { CreatedStack, Subscription } from "./stack.ts";

/** Lines within this time in milliseconds are delivered together. */
const batchMs = 250;
/** Number of attempts that Lambda makes per delivery, including the first. */
const attempts = 3;

/** Feeds every function with a log subscription the lines that match its pattern, as CloudWatch Logs does. */
export function feedSubscribers(stack: Pick<CreatedStack, "subscriptions">, lambdaOrigin: string) {
  const feeds = stack.subscriptions.map((subscription) =>
    feed(subscription, invocationsAt(lambdaOrigin, subscription.function)),
  );
  return {
    /** Accepts a line that functions have written. */
    take(line: string): void {
      for (const { take } of feeds) take(line);
    },
    async stop(): Promise<void> {
      await Promise.all(feeds.map(({ stop }) => stop()));
    },
  };
}

function feed(subscription: Subscription, address: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Set<Promise<void>>();
  const batch: string[] = [];

  const handOver = async (event: CloudWatchLogsEvent): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await invoked(address, event, signal);
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        console.error(`${subscription.name} -> ${subscription.function}:`, thrown);
        if (attempt === attempts) return;
        await pause(1_000, undefined, { signal }).catch(() => undefined); // Stopped; the next attempt notices.
      }
    }
  };

  const handOverBatch = async (): Promise<void> => {
    await pause(batchMs, undefined, { signal }).catch(() => undefined); // Stopped.
    const lines = batch.splice(0);
    if (!signal.aborted) await handOver(subscriptionEvent(subscription, lines));
  };

  return {
    take(line: string): void {
      if (signal.aborted || !hasField(line, subscription.field)) return;
      batch.push(line);
      if (batch.length > 1) return;
      const handing = handOverBatch().finally(() => underWay.delete(handing));
      underWay.add(handing);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** True if a line is JSON and has a value in this field. */
function hasField(line: string, field: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && field in value;
  } catch {
    return false; // Other output of programs.
  }
}

function subscriptionEvent({ name, logGroup }: Subscription, lines: readonly string[]): CloudWatchLogsEvent {
  const timestamp = Date.now();
  const data: CloudWatchLogsDecodedData = {
    messageType: "DATA_MESSAGE",
    owner: "000000000000",
    logGroup,
    logStream: "dev",
    subscriptionFilters: [name],
    logEvents: lines.map((message) => ({ id: randomUUID(), timestamp, message })),
  };
  return { awslogs: { data: gzipSync(JSON.stringify(data)).toString("base64") } };
}
