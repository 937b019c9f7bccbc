import type { Clock } from "#shared/ports/clock.ts";
import type { CallKind } from "./pooled-session.ts";

/** Calls that wait because no session of a pool has room. A script waits until it is alone, so that short calls don't queue after it. */
export interface WaitingCalls {
  /** Adds a call, waiting since the given time, after the others of its kind. */
  join(kind: CallKind, since: number): WaitingCall;
  /** Wakes the first call of this kind, because there may be room. */
  wakeFirst(kind: CallKind): void;
}

/** Entry of a waiting call. */
export interface WaitingCall {
  /** Resolves when there may be room for it, or it has waited for the maximum time. It keeps its place. */
  turn(): Promise<void>;
  /** Gives up its place and wakes the next call, for which there may be room too. */
  leave(): void;
}

interface Place {
  readonly since: number;
  wake: () => void;
}

/** Queues calls by kind, with one timer for all: hundreds can wait for the same session, and the end of each call wakes one of them. */
export function waitingCalls(clock: Clock, longestMs: number): WaitingCalls {
  const queues = { short: new Set<Place>(), script: new Set<Place>() };
  let isTimed = false;

  const firstOf = (kind: CallKind): Place | undefined => queues[kind].values().next().value;

  const wakeFirst = (kind: CallKind): void => firstOf(kind)?.wake();

  const wakeLate = (): void => {
    const now = clock.now();
    for (const queue of Object.values(queues)) {
      for (const { since, wake } of queue) {
        // A clock that was set back doesn't extend the wait.
        if (Math.abs(now - since) < longestMs) break;
        wake();
      }
    }
  };

  /** Returns the remaining time of the call that waits longest. Undefined if none waits. Milliseconds. */
  const leftMs = (): number | undefined => {
    const first = [firstOf("short"), firstOf("script")].flatMap((place) => (place === undefined ? [] : [place.since]));
    return first.length === 0 ? undefined : Math.min(...first) + longestMs - clock.now();
  };

  const time = async (): Promise<void> => {
    isTimed = true;
    for (let left = leftMs(); left !== undefined; left = leftMs()) {
      await clock.sleep(Math.min(left, longestMs));
      wakeLate();
    }
    isTimed = false;
  };

  return {
    join(kind, since) {
      const place: Place = { since, wake: () => undefined };
      queues[kind].add(place);
      if (!isTimed) void time();
      return {
        turn: () =>
          new Promise((resolve) => {
            place.wake = resolve;
          }),
        leave() {
          queues[kind].delete(place);
          wakeFirst(kind);
        },
      };
    },

    wakeFirst,
  };
}
