import { randomUUID } from "node:crypto";
import type { TimeSource } from "../fmserver/clock.ts";

/** Message that a consumer has received. */
export interface Taken {
  readonly id: string;
  readonly body: string;
  readonly receipt: string;
  readonly receiveCount: number;
}

/** Message that moves from one queue to another with its receive count. */
export interface Moved {
  readonly id: string;
  readonly body: string;
  readonly receiveCount: number;
}

/** Messages in a queue. */
export interface Messages {
  add(body: string, delaySeconds?: number): string;
  bring(message: Moved): void;
  /** Receives at most `most` visible messages. */
  take(most: number, visibilitySeconds: number): readonly Taken[];
  /** Returns false for an unknown receipt. A receipt that isn't the newest has no effect. */
  delete(receipt: string): boolean;
  hide(receipt: string, seconds: number): boolean;
  /** Removes visible messages with at least this receive count. */
  removeWorn(receiveCount: number): readonly Moved[];
  /** Returns the time at which the next message becomes visible; infinite if there is none. */
  nextAt(): number;
}

interface Kept {
  readonly id: string;
  readonly body: string;
  receipt: string | undefined;
  receiveCount: number;
  visibleAt: number;
}

export function messages(clock: TimeSource): Messages {
  const kept = new Map<string, Kept>();
  const given = new Map<string, string>();

  const free = (): Kept[] => {
    const now = clock.now();
    return [...kept.values()].filter(({ visibleAt }) => visibleAt <= now).sort((a, b) => a.visibleAt - b.visibleAt);
  };
  const heldBy = (receipt: string): Kept | undefined => {
    const message = kept.get(given.get(receipt) ?? "");
    return message?.receipt === receipt ? message : undefined;
  };

  return {
    add(body, delaySeconds = 0) {
      const id = randomUUID();
      kept.set(id, { id, body, receipt: undefined, receiveCount: 0, visibleAt: clock.now() + delaySeconds * 1000 });
      return id;
    },
    bring(message) {
      kept.set(message.id, { ...message, receipt: undefined, visibleAt: clock.now() });
    },
    take(most, visibilitySeconds) {
      return free()
        .slice(0, most)
        .map((message) => {
          const receipt = randomUUID();
          given.set(receipt, message.id);
          message.receipt = receipt;
          message.receiveCount += 1;
          message.visibleAt = clock.now() + visibilitySeconds * 1000;
          return { id: message.id, body: message.body, receipt, receiveCount: message.receiveCount };
        });
    },
    delete(receipt) {
      const message = heldBy(receipt);
      if (message !== undefined) kept.delete(message.id);
      return given.has(receipt);
    },
    hide(receipt, seconds) {
      const message = heldBy(receipt);
      if (message !== undefined) message.visibleAt = clock.now() + seconds * 1000;
      return given.has(receipt);
    },
    removeWorn(receiveCount) {
      const worn = free().filter((message) => message.receiveCount >= receiveCount);
      for (const { id } of worn) kept.delete(id);
      return worn;
    },
    nextAt: () => Math.min(...[...kept.values()].map(({ visibleAt }) => visibleAt)),
  };
}
