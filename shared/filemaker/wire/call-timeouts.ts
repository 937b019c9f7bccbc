/** A call under way, as its time limits see it. */
export interface TimedCall {
  /** Sweeps since it began, or since the server last sent something of its answer: the call itself sets them back. */
  quietSweeps: number;
  /** How long it may hear nothing now, in milliseconds; 0 for no limit. */
  readonly quietLimitMs: number;
  /** Its neighbours among those under way. */
  before: TimedCall | undefined;
  after: TimedCall | undefined;
  expire(): void;
}

/** Ends calls that hear nothing from their server for too long. */
export interface CallTimeouts {
  add(call: TimedCall): void;
  delete(call: TimedCall): void;
}

const sweepMs = 200;

/**
 * One timer for all calls of a pool. undici would start two for each, sees nothing of the wait for a connection, and keeps those that are
 * over in a list for half a second, where they survive the collection of garbage. Time is counted in sweeps: a process that was
 * busy or frozen for a while has not listened, so that while is no silence of the server. A list of links and no Set, whose outgrown tables keep
 * finished calls alive.
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
      // It may have begun just before its first sweep.
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
