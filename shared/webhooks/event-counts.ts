import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { WebhookUse } from "./record.ts";
import type { WebhookStore } from "./store.ts";

/** Outcome of one event for the counts of its webhook. */
export interface CountedUse {
  readonly result: string;
  readonly isError: boolean;
  readonly at: number;
  readonly bytes: number;
}

/** Collects counts of events before they are written: many events of a busy webhook become one write. */
export interface EventCounts {
  used(id: number, use: CountedUse): void;
  /** Counts an event that was rejected before it was stored, and records why. */
  refused(id: number, refusal: Pick<CountedUse, "result" | "at">): void;
  /** Records that a delivery of an already counted event has ended. */
  ended(id: number, result: string, isError: boolean): void;
}

interface EventCountsDependencies {
  readonly store: Pick<WebhookStore, "count">;
  readonly background: BackgroundTasks;
  /** Publishes that a webhook has changed. Never rejects. */
  readonly publish: (id: number) => Promise<void>;
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Time in milliseconds after a write during which counts are collected. */
  readonly gatheredMs: number;
}

const nothing: WebhookUse = {
  lastUsed: null,
  lastResult: null,
  lastResultIsError: null,
  times: 0,
  bytes: 0,
  refused: 0,
};

export function eventCounts(dependencies: EventCountsDependencies): EventCounts {
  const { store, background, publish, clock, gatheredMs } = dependencies;
  const waiting = new Map<number, WebhookUse>();
  const writing = new Set<number>();
  const writtenAt = new Map<number, number>();

  /** Writes the first count of a busy webhook immediately, and the others together: each write costs the disk as much as an event. */
  const gather = async (id: number): Promise<void> => {
    const since = clock.now() - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY);
    // A time in the future means that the clock was set back.
    if (since >= 0 && since < gatheredMs) await clock.sleep(gatheredMs - since);
  };

  const write = async (id: number): Promise<void> => {
    writing.add(id);
    try {
      while (waiting.has(id)) {
        await gather(id);
        const use = waiting.get(id) ?? nothing;
        waiting.delete(id);
        await store.count(id, use);
        writtenAt.set(id, clock.now());
        await publish(id);
      }
    } finally {
      writing.delete(id);
    }
  };

  const note = (id: number, change: (before: WebhookUse) => WebhookUse): void => {
    waiting.set(id, change(waiting.get(id) ?? nothing));
    if (!writing.has(id)) background.waitUntil("event counts", write(id));
  };

  return {
    used: (id, { result, isError, at, bytes }) =>
      note(id, (before) => ({
        ...before,
        lastUsed: at,
        lastResult: result,
        lastResultIsError: isError,
        times: before.times + 1,
        bytes: before.bytes + bytes,
      })),
    refused: (id, { result, at }) =>
      note(id, (before) => ({
        ...before,
        lastUsed: at,
        lastResult: result,
        lastResultIsError: true,
        refused: before.refused + 1,
      })),
    ended: (id, lastResult, lastResultIsError) => note(id, (before) => ({ ...before, lastResult, lastResultIsError })),
  };
}
