/** Running call, for its timeouts. */
export interface TimedCall {
  /** Sweeps since it started, or since the server last sent a part of its response. The call itself resets it. */
  quietSweeps: number;
  /** Maximum time without data from now on. Milliseconds; 0: no limit. */
  readonly quietLimitMs: number;
  /** Neighbors in the list of running calls. */
  before: TimedCall | undefined;
  after: TimedCall | undefined;
  expire(): void;
}

/** Ends calls whose server sends nothing for too long. */
export interface CallTimeouts {
  add(call: TimedCall): void;
  delete(call: TimedCall): void;
}

const sweepMs = 200;

/**
 * Uses one timer for all calls of a pool. undici would start two per call, doesn't cover the wait for a connection, and keeps finished
 * ones in a list for half a second, where they survive garbage collection. Time is counted in sweeps: a process that was busy or frozen
 * didn't listen, so that time isn't silence of the server. Calls are in a linked list, because the old tables of a Set keep finished
 * calls alive.
 */
export function callTimeouts(): CallTimeouts {
  let first: TimedCall | undefined;
  let last: TimedCall | undefined;
  let armed = false;

  function remove(call: TimedCall): void {
    const { before, after } = call;
    if (before === undefined && first !== call) return;
    if (before === undefined) first = after;
    else before.after = after;
    if (after === undefined) last = before;
    else after.before = before;
    call.before = undefined;
    call.after = undefined;
  }

  function sweep(): void {
    armed = false;
    for (let call = first; call !== undefined; ) {
      const { after, quietLimitMs } = call;
      // It may have started just before its first sweep.
      if (quietLimitMs > 0 && call.quietSweeps * sweepMs >= quietLimitMs) call.expire();
      else call.quietSweeps += 1;
      call = after;
    }
    arm();
  }

  function arm(): void {
    if (armed || first === undefined) return;
    armed = true;
    setTimeout(sweep, sweepMs).unref();
  }

  return {
    add(call) {
      call.before = last;
      if (last === undefined) first = call;
      else last.after = call;
      last = call;
      arm();
    },
    delete: remove,
  };
}
