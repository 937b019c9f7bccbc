/** A call that has no connection yet, or had to wait long for one. */
export interface WaitingCall {
  since: number;
  late: boolean;
  readonly started: boolean;
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
 * One timer for all of them, because a timer per call would be felt in the proxy.
 */
export function waitingCalls(): WaitingCalls {
  const calls = new Set<WaitingCall>();
  let armed = false;

  function sweep(): void {
    armed = false;
    const now = performance.now();
    for (const call of calls) {
      call.late = true;
      if (call.started && !call.whole) calls.delete(call);
      else if (call.headersTimeout > 0 && now - call.since >= call.headersTimeout) call.expire();
    }
    arm();
  }

  function arm(): void {
    if (armed || calls.size === 0) return;
    armed = true;
    setTimeout(sweep, sweepMs).unref();
  }

  return {
    add(call) {
      call.since = performance.now();
      calls.add(call);
      arm();
    },
    delete(call) {
      calls.delete(call);
    },
  };
}
