import { StoreUnavailable } from "#shared/ports/table.ts";

/** Another program has locked the store's file. Nothing was changed. */
export class StoreLocked extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super("Another program has locked the store's file", options);
  }
}

/** Work on a file that another program may have locked: retried while this process continues with other things. */
export interface LockWaits {
  /** Tries now, and again while `attempt` throws StoreLocked. @throws other errors of `attempt`, and StoreLocked after the maximum wait */
  run<T>(attempt: () => T): Promise<T>;
  /** Ends every wait. */
  close(): void;
}

interface Waiting {
  readonly until: number;
  /** Returns false while the file is locked. */
  tryAgain(): boolean;
  giveUp(reason: StoreUnavailable): void;
}

const shortestPauseMs = 5;
const longestPauseMs = 25;
const growth = 1.5;

/** Creates the waits for one file. Only the oldest retries, so that any number of waits cost one attempt every few milliseconds. */
export function lockWaits(waitMs: number): LockWaits {
  const waiting: Waiting[] = [];
  let isTrying = false;
  let pauseMs = shortestPauseMs;

  const tryOldest = (): void => {
    const oldest = waiting[0];
    if (oldest?.tryAgain() === true) {
      waiting.shift();
      pauseMs = shortestPauseMs;
      // One per turn of the event loop: many writes at once would block calls longer than the lock.
      setImmediate(goOn);
      return;
    }
    const now = performance.now();
    while (waiting[0] !== undefined && waiting[0].until <= now) waiting.shift()?.giveUp(new StoreLocked());
    tryLater();
  };

  /** Retries after a partly random pause, so that processes waiting for the same file don't keep colliding. */
  const tryLater = (): void => {
    setTimeout(goOn, pauseMs * (0.5 + Math.random() / 2));
    pauseMs = Math.min(longestPauseMs, pauseMs * growth);
  };

  const goOn = (): void => {
    isTrying = waiting.length > 0;
    if (isTrying) tryOldest();
    else pauseMs = shortestPauseMs;
  };

  const enqueue = <T>(attempt: () => T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.push({
      until: performance.now() + waitMs,
      tryAgain() {
        try {
          resolve(attempt());
        } catch (thrown) {
          if (thrown instanceof StoreLocked) return false;
          reject(thrown);
        }
        return true;
      },
      giveUp: reject,
    });
    if (!isTrying) {
      isTrying = true;
      tryLater();
    }
    return promise;
  };

  return {
    async run(attempt) {
      try {
        return attempt();
      } catch (thrown) {
        if (!(thrown instanceof StoreLocked)) throw thrown;
        return enqueue(attempt);
      }
    },
    close() {
      for (const { giveUp } of waiting.splice(0)) giveUp(new StoreUnavailable("The store was closed"));
    },
  };
}
