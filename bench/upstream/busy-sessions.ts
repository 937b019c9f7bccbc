/** Sessions that run scripts. A session answers one call at a time, as FileMaker's do: what comes meanwhile waits for the script. */
export interface BusySessions {
  /** Runs a script behind what the session runs already; `done` is called at its end. */
  run(session: string, milliseconds: number, done: () => void): void;
  /** Calls `done` as soon as the session runs no script: at once, for nearly all. */
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
      // Only figures of scripts have any: the others are not to pay for them.
      const end = freeAt.size === 0 ? undefined : freeAt.get(sessionIn(head));
      if (end === undefined) done();
      else setTimeout(done, end - performance.now());
    },
  };
}

/** The session's token that a call's head carries. */
export function sessionIn(head: string): string {
  return /\r\nauthorization: bearer (\S+)/i.exec(head)?.[1] ?? "";
}
