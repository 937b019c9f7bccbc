import type { Clock } from "#shared/ports/clock.ts";
import type { PresenceStore } from "./presence-store.ts";

/** Other processes that serve the same keys. While there are none, calls are counted in memory alone. */
export interface OtherProcesses {
  /** Makes this process known, before its first counted call. Without a promise once it is. @throws StoreUnavailable */
  meet(): undefined | Promise<void>;
  /** Whether there has been none since a moment, and none can have come meanwhile. */
  wereNoneSince(moment: number): boolean;
  /** Whether it is known what others let in from a moment on: not where one counted alone then, and ended without notice. */
  isKnownFrom(moment: number): boolean;
  /** Says that this process is still there, and looks who else is. Again and again, from elsewhere than the way of a call. */
  look(): Promise<void>;
  /** Takes leave, of a process that ends in order. */
  leave(): Promise<void>;
}

interface OtherProcessesDependencies {
  readonly store: PresenceStore;
  readonly clock: Clock;
  /** One start of a process. */
  readonly id: string;
  /** Writes what was counted in memory alone into the table, for others who count from now on. */
  readonly handOver: () => Promise<void>;
}

/** How long a process counts as being there, and as counting alone, after it has said so. */
export const presentMs = 10_000;
/** How long a first call waits for a process that counts alone to hand over. It looks every two seconds. */
const mostWaitMs = 4_000;
const waitStepMs = 100;
/** A process without calls that are counted leaves after this time. */
const idleMs = 5 * 60_000;

/**
 * A process says in the table until when it is there and until when it counts alone, which it does only while it is the only one that is
 * there. Saying so and seeing the others is one write: of two that come at the same time at least one sees the other. The one that came
 * waits until the other has written down what it had counted.
 */
export function otherProcesses({ store, clock, id, handOver }: OtherProcessesDependencies): OtherProcesses {
  /** Since when there has been no other. */
  let aloneSince: number | undefined;
  let aloneUntil = 0;
  let usedAt = 0;
  let meeting: Promise<void> | undefined;
  let leaving: Promise<void> = Promise.resolve();
  let hasMet = false;
  /** Whether something that was counted alone may not be written down yet. */
  let mayOwe = false;
  /** Whether nobody was there when it was looked last. */
  let sawNone = false;
  /** Others that said that they count alone. */
  let countingAlone: readonly { readonly since: number; readonly until: number }[] = [];

  const note = async (isAlone: boolean): Promise<boolean> => {
    const now = clock.now();
    const until = now + presentMs;
    const since = isAlone ? (aloneSince ?? now) : null;
    const noted = await store.note(id, { until, aloneSince: since }, now);
    // What lies further ahead was noted by a clock that has been set back since.
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
    // One that was held up may have been taken for gone.
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
    for (const giveUpAt = clock.now() + mostWaitMs; isCountedAlone() && clock.now() < giveUpAt; ) {
      await clock.sleep(waitStepMs);
      await look();
    }
    hasMet = true;
  };

  const leave = async (): Promise<void> => {
    if (!hasMet) return;
    hasMet = false;
    const left = endAlone().then(() => store.leave(id));
    // Whether it worked is for the caller of this: who meets the others again says so anew.
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

/** For processes that are never alone, as instances on AWS: every call is counted in the table. */
export const alwaysOthers: OtherProcesses = {
  meet: () => undefined,
  wereNoneSince: () => false,
  isKnownFrom: () => true,
  look: async () => undefined,
  leave: async () => undefined,
};
