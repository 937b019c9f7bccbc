import type { Clock } from "#shared/ports/clock.ts";
import type { CallKind } from "./pooled-session.ts";

/** Calls that no session of a pool has room for. A script waits until it is alone, so short calls do not queue behind one. */
export interface WaitingCalls {
  /** Puts a call that came at this time behind the others of its kind. */
  join(kind: CallKind, since: number): WaitingCall;
  /** There may be room for the first call of the kind. */
  wakeFirst(kind: CallKind): void;
}

/** One call's place among those that wait. */
export interface WaitingCall {
  /** Until there may be room for it, or it has waited for as long as a call may. It keeps its place. */
  turn(): Promise<void>;
  /** Gives its place up, and wakes the next one: there may be room for that too. */
  leave(): void;
}

interface Place {
  readonly since: number;
  wake: () => void;
}

/** A queue for each kind, and one timer for all: hundreds may wait for the same session, and each end of a call wakes one of them. */
export function waitingCalls(clock: Clock, longestMs: number): WaitingCalls {
  const queues = { short: new Set<Place>(), script: new Set<Place>() };
  let isTimed = false;

  const firstOf = (kind: CallKind): Place | undefined => queues[kind].values().next().value;

  const wakeFirst = (kind: CallKind): void => firstOf(kind)?.wake();

  const wakeLate = (): void => {
    const now = clock.now();
    for (const queue of Object.values(queues)) {
      for (const { since, wake } of queue) {
        // A clock that was set back lets none wait for longer.
        if (Math.abs(now - since) < longestMs) break;
        wake();
      }
    }
  };

  /** How long the call that came first may still wait; undefined where none waits. */
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
