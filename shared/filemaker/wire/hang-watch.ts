import type { Clock } from "#shared/ports/clock.ts";

/** Time that a call waits for the head of its response before the server is probed, and the interval of probes. Milliseconds. */
const askAfterMs = 15_000;

/** Call that waits for the head of its response. */
export interface Awaiting {
  /** Round of the watch in which it began to wait. */
  round: number;
  /** Neighbors in the list of waiting calls. */
  before: Awaiting | undefined;
  after: Awaiting | undefined;
  /** Ends the call, because the server hangs. */
  giveUp(): void;
}

/** Distinguishes a hanging server from a slow one. */
export interface HangWatch {
  add(call: Awaiting): void;
  delete(call: Awaiting): void;
  stop(): void;
}

/**
 * Probes the server with a trivial request when calls wait for a long time. If that hangs too, calls that have waited for a whole round
 * before the probe are given up. Uses a linked list, and rounds instead of times, because every call passes through it.
 */
export function hangWatch(clock: Clock, hangs: () => Promise<boolean>): HangWatch {
  const stopped = new AbortController();
  let first: Awaiting | undefined;
  let last: Awaiting | undefined;
  let isWatching = false;
  let round = 0;

  const remove = (call: Awaiting): void => {
    const { before, after } = call;
    if (before === undefined && first !== call) return;
    if (before === undefined) first = after;
    else before.after = after;
    if (after === undefined) last = before;
    else after.before = before;
    call.before = undefined;
    call.after = undefined;
  };

  const giveUpOn = (before: number): void => {
    while (first !== undefined && first.round < before) {
      const call = first;
      remove(call);
      call.giveUp();
    }
  };

  const watch = async (): Promise<void> => {
    isWatching = true;
    try {
      while (first !== undefined) {
        round += 1;
        const current = round;
        await clock.sleep(askAfterMs, stopped.signal);
        // The first one is the oldest.
        if (first !== undefined && first.round < current && (await hangs())) giveUpOn(current);
      }
    } catch (thrown) {
      if (!stopped.signal.aborted) throw thrown;
    } finally {
      isWatching = false;
    }
  };

  return {
    add(call) {
      call.round = round;
      call.before = last;
      if (last === undefined) first = call;
      else last.after = call;
      last = call;
      if (!isWatching && !stopped.signal.aborted) void watch();
    },
    delete: remove,
    stop: () => stopped.abort(),
  };
}
