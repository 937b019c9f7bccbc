import type { Log } from "./log.ts";

/**
 * Work that an answer need not wait for. A Lambda handler settles it before it returns, because a frozen instance finishes nothing;
 * the local runtime settles it before it exits.
 */
export interface BackgroundTasks {
  /** Goes on with `work`. A failure is logged under `what`; it is not awaited. */
  waitUntil(what: string, work: Promise<unknown>): void;
  /** Resolves when nothing is under way. */
  settle(): Promise<void>;
}

/** Keeps track of work in this process. */
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

/** The name and message of whatever was thrown. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? "" : ` (${reasonOf(thrown.cause)})`;
  return `${thrown.name}: ${thrown.message}${cause}`;
}
