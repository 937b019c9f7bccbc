/** Sessions that run scripts. Like FileMaker's, a session answers one call at a time, and further calls wait for the script. */
export interface BusySessions {
  /** Runs a script after those that are already running in the session; `done` is called at its end. */
  run(session: string, milliseconds: number, done: () => void): void;
  /** Calls `done` as soon as the session isn't running a script: usually immediately. */
  whenFree(head: string, done: () => void): void;
}

export function busySessions(): BusySessions {
  const freeAt = new Map<string, number>();

  return {
    run(session, milliseconds, done) {
      const now = performance.now();
      const end = Math.max(now, freeAt.get(session) ?? 0) + milliseconds;
      freeAt.set(session, end);
      setTimeout(() => {
        if (freeAt.get(session) === end) freeAt.delete(session);
        done();
      }, end - now);
    },

    whenFree(head, done) {
      // Only figures about scripts have busy sessions; others must not pay for them.
      const end = freeAt.size === 0 ? undefined : freeAt.get(sessionIn(head));
      if (end === undefined) done();
      else setTimeout(done, end - performance.now());
    },
  };
}

/** Returns the session's token in the head of a call. */
export function sessionIn(head: string): string {
  return /\r\nauthorization: bearer (\S+)/i.exec(head)?.[1] ?? "";
}
