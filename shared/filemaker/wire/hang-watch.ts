import type { Clock } from "#shared/ports/clock.ts";

/** How long a call waits for its answer's head before the server is asked whether it lives, and how often it is asked. */
const askAfterMs = 15_000;

/** A call that waits for its answer's head. */
export interface Awaiting {
  since: number;
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
 * While calls wait long, the server is asked for something that takes it no time. When that hangs too, those that have waited since
 * before it was asked are given up. A list of links, because every call is in it for a moment.
 */
export function hangWatch(clock: Clock, hangs: () => Promise<boolean>): HangWatch {
  const stopped = new AbortController();
  let first: Awaiting | undefined;
  let last: Awaiting | undefined;
  let isWatching = false;

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

  const giveUpOn = (waitingSince: number): void => {
    while (first !== undefined && first.since <= waitingSince) {
      const call = first;
      remove(call);
      call.giveUp();
    }
  };

  const watch = async (): Promise<void> => {
    isWatching = true;
    try {
      while (first !== undefined) {
        await clock.sleep(askAfterMs, stopped.signal);
        const waitingSince = clock.now() - askAfterMs;
        // The oldest is the first.
        if (first !== undefined && first.since <= waitingSince && (await hangs())) giveUpOn(waitingSince);
      }
    } catch (thrown) {
      if (!stopped.signal.aborted) throw thrown;
    } finally {
      isWatching = false;
    }
  };

  return {
    add(call) {
      call.since = clock.now();
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
