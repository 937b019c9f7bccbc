import type { Log } from "./log.ts";

/**
 * Tasks that a response needn't wait for. A Lambda handler settles them before it returns, because a frozen instance finishes nothing;
 * the local runtime settles them before it exits.
 */
export interface BackgroundTasks {
  /** Continues `work` without waiting for it. A failure is logged under `what`. */
  waitUntil(what: string, work: Promise<unknown>): void;
  /** Resolves when no task is running. */
  settle(): Promise<void>;
}

/** Tracks the tasks of this process. */
export function backgroundTasks(log: Pick<Log, "error">): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    waitUntil(what, work) {
      const done = work.then(
        () => undefined,
        (thrown: unknown) => log.error({ event: "background_failed", what, reason: reasonOf(thrown) }),
      );
      underWay.add(done);
      void done.then(() => underWay.delete(done));
    },

    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Returns the name and message of a thrown value. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? "" : ` (${reasonOf(thrown.cause)})`;
  return `${thrown.name}: ${thrown.message}${cause}`;
}
