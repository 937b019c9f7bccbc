/** A call that has no connection yet, or had to wait long for one. */
export interface WaitingCall {
  since: number;
  /** Was seen by a sweep while it waited. */
  late: boolean;
  /** Its neighbours among those that wait. */
  before: WaitingCall | undefined;
  after: WaitingCall | undefined;
  readonly started: boolean;
  /** Its body is complete, so that a slow upload cannot be the cause of the wait. */
  readonly whole: boolean;
  /** Milliseconds; 0 for no limit. */
  readonly headersTimeout: number;
  expire(): void;
}

export interface WaitingCalls {
  add(call: WaitingCall): void;
  delete(call: WaitingCall): void;
}

const sweepMs = 200;

/**
 * Ends calls that wait too long for a connection: undici counts a call's time only from the moment it is sent.
 * One timer for all of them, because a timer per call would be felt in the proxy. A list of links and no Set, whose
 * outgrown tables keep finished calls alive: with one, collecting garbage took three times as long.
 */
export function waitingCalls(): WaitingCalls {
  let first: WaitingCall | undefined;
  let last: WaitingCall | undefined;
  let armed = false;

  function remove(call: WaitingCall): void {
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
    const now = performance.now();
    for (let call = first; call !== undefined; ) {
      const { after } = call;
      call.late = true;
      if (call.started && !call.whole) remove(call);
      else if (call.headersTimeout > 0 && now - call.since >= call.headersTimeout) call.expire();
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
      call.since = performance.now();
      call.before = last;
      if (last === undefined) first = call;
      else last.after = call;
      last = call;
      arm();
    },
    delete: remove,
  };
}
