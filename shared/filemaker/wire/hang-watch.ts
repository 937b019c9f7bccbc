import type { Clock } from "#shared/ports/clock.ts";

/** How long a call waits for its answer's head before the server is asked whether it lives, and how often it is asked. */
const askAfterMs = 15_000;

/** A call that waits for its answer's head. */
export interface Awaiting {
  /** In which of the watch's rounds it began to wait. */
  round: number;
  /** Its neighbours among those that wait. */
  before: Awaiting | undefined;
  after: Awaiting | undefined;
  /** Ends it: the server hangs. */
  giveUp(): void;
}

/** Tells a server that hangs from one that is slow (U3). */
export interface HangWatch {
  add(call: Awaiting): void;
  delete(call: Awaiting): void;
  stop(): void;
}

/**
 * While calls wait long, the server is asked for something that takes it no time. When that hangs too, those that have waited for a whole
 * round before it was asked are given up. A list of links, and rounds in place of times, because every call is in it for a moment.
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
        // The oldest is the first.
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
