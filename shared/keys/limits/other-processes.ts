import type { Clock } from "#shared/ports/clock.ts";
import type { PresenceStore } from "./presence-store.ts";

/** Other processes that serve the same keys. While there are none, calls are only counted in memory. */
export interface OtherProcesses {
  /**
   * Registers this process before its first counted call. Only returns a promise until it is registered.
   * @throws StoreUnavailable
   */
  meet(): undefined | Promise<void>;
  /** Returns true if there has been no other process since a time, and none can have started since. */
  wereNoneSince(moment: number): boolean;
  /** Returns true if the calls that others admitted since a time are known. False if a process counted in memory then and crashed. */
  isKnownFrom(moment: number): boolean;
  /** Renews the registration of this process and reads those of others. Runs periodically, not as part of a call. */
  look(): Promise<void>;
  /** Removes the registration of a process that shuts down normally. */
  leave(): Promise<void>;
}

interface OtherProcessesDependencies {
  readonly store: PresenceStore;
  readonly clock: Clock;
  /** Identifies one start of a process. */
  readonly id: string;
  /** Writes the calls counted in memory to the table, for processes that start counting now. */
  readonly handOver: () => Promise<void>;
}

/** Time for which a registration is valid. */
export const presentMs = 10_000;
/**
 * Maximum time for which a first call waits for the process that counts in memory to write its counts. That process checks every two
 * seconds.
 */
const maxWaitMs = 4_000;
const waitStepMs = 100;
/** Time after which a process without counted calls removes its registration. */
const idleMs = 5 * 60_000;

/**
 * Coordinates processes in the table. Each registers until when it runs and until when it counts in memory, which it only does while it is
 * the only one. Registering and reading the others is a single write: of two processes that start at the same time, at least one sees the
 * other. The newer one waits until the other has written its counts.
 */
export function otherProcesses({ store, clock, id, handOver }: OtherProcessesDependencies): OtherProcesses {
  /** Time since which there has been no other process. */
  let aloneSince: number | undefined;
  let aloneUntil = 0;
  let usedAt = 0;
  let meeting: Promise<void> | undefined;
  let leaving: Promise<void> = Promise.resolve();
  let hasMet = false;
  /** True if calls counted in memory may not be stored yet. */
  let mayOwe = false;
  /** True if the last read found no other process. */
  let sawNone = false;
  /** Other processes that registered as counting in memory. */
  let countingAlone: readonly { readonly since: number; readonly until: number }[] = [];

  const note = async (isAlone: boolean): Promise<boolean> => {
    const now = clock.now();
    const until = now + presentMs;
    const since = isAlone ? (aloneSince ?? now) : null;
    const noted = await store.note(id, { until, aloneSince: since }, now);
    // Later times were written by a clock that has been set back since.
    const others = noted.filter((other) => other.until - now <= presentMs);
    countingAlone = others.flatMap((other) =>
      other.aloneSince === null ? [] : [{ since: other.aloneSince, until: other.until }],
    );
    sawNone = !others.some((other) => other.until > now);
    if (since !== null && sawNone) {
      aloneSince = since;
      aloneUntil = until;
      mayOwe = true;
    }
    return sawNone;
  };

  const look = async (): Promise<void> => {
    // A process that was delayed may have been considered gone.
    if (clock.now() >= aloneUntil) await endAlone();
    if (!sawNone && !(await note(false))) return;
    if (await note(true)) return;
    await endAlone();
    await note(false);
  };

  const endAlone = async (): Promise<void> => {
    aloneSince = undefined;
    if (!mayOwe) return;
    await handOver();
    mayOwe = false;
  };

  const isCountedAlone = (): boolean => countingAlone.some(({ until }) => until > clock.now());

  const meet = async (): Promise<void> => {
    await leaving;
    await look();
    for (const giveUpAt = clock.now() + maxWaitMs; isCountedAlone() && clock.now() < giveUpAt; ) {
      await clock.sleep(waitStepMs);
      await look();
    }
    hasMet = true;
  };

  const leave = async (): Promise<void> => {
    if (!hasMet) return;
    hasMet = false;
    const left = endAlone().then(() => store.leave(id));
    // Errors are for the caller of `leave`; a process that registers again ignores them.
    leaving = left.catch(() => undefined);
    await left;
  };

  return {
    meet() {
      usedAt = clock.now();
      if (hasMet) return undefined;
      meeting ??= meet().finally(() => {
        meeting = undefined;
      });
      return meeting;
    },

    wereNoneSince: (moment) => aloneSince !== undefined && aloneSince <= moment && clock.now() < aloneUntil,

    isKnownFrom: (moment) => !countingAlone.some(({ since: from, until }) => from <= moment && moment < until),

    async look() {
      if (!hasMet) return;
      if (clock.now() - usedAt > idleMs) await leave();
      else await look();
    },

    leave,
  };
}

/** Variant for processes that are never alone, such as instances on AWS: every call is counted in the table. */
export const alwaysOthers: OtherProcesses = {
  meet: () => undefined,
  wereNoneSince: () => false,
  isKnownFrom: () => true,
  look: async () => undefined,
  leave: async () => undefined,
};
