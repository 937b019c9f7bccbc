import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed, type Item, type Key, type Table } from "#shared/ports/table.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const failurePartitions = ["attempts#*"];

const firstPauseSeconds = 60;

/** How many failures are allowed in which time, and how long the pause after that may grow. */
export interface FailureLimit {
  readonly failures: number;
  readonly windowMs: number;
  readonly longestPauseSeconds: number;
  /** How long after a pause the next failure still makes a longer one. */
  readonly rememberedMs: number;
}

export interface FailureCount {
  readonly failures: number;
  /** Milliseconds since the epoch; until then nothing is tried. */
  readonly pausedUntil: number;
  /** When the count is forgotten, in milliseconds since the epoch; 0 where nothing is counted. */
  readonly endsAt: number;
}

/** Failures by who caused them. A count is forgotten when its window, or what follows on its pause, is over. */
export interface FailureCounts {
  read(id: string): Promise<FailureCount>;
  /** Counts one more failure, and answers how many there are now. */
  add(id: string, limit: FailureLimit): Promise<FailureCount>;
  forget(id: string): Promise<void>;
}

export const noFailures: FailureCount = { failures: 0, pausedUntil: 0, endsAt: 0 };

/** Counts that every instance sees. */
export function tableCounts(table: Table, clock: Clock): FailureCounts {
  return {
    async read(id) {
      return countIn(await table.get(keyOf(id)));
    },

    /** In one write: a store that left between the count and its pause would let the next guess through. */
    async add(id, limit) {
      const key = keyOf(id);
      for (;;) {
        const item = await table.get(key);
        const failures = countIn(item).failures + 1;
        const pausedUntil = failures < limit.failures ? 0 : clock.now() + pauseMs(failures, limit);
        const expiresAt =
          pausedUntil === 0
            ? (item?.expiresAt ?? seconds(clock.now() + limit.windowMs))
            : seconds(pausedUntil + limit.rememberedMs);
        const fields = { schema: 1, failures, pausedUntil };
        try {
          const condition = item === undefined ? "absent" : { version: item.version };
          return countIn(await table.put({ ...key, fields, expiresAt }, condition));
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown; // Another instance counted at the same moment.
        }
      }
    },

    async forget(id) {
      await table.delete(keyOf(id));
    },
  };
}

/** From the limit on every further failure doubles the pause. */
export function pauseMs(failures: number, limit: FailureLimit): number {
  return 1000 * Math.min(limit.longestPauseSeconds, firstPauseSeconds * 2 ** (failures - limit.failures));
}

function keyOf(id: string): Key {
  return { pk: `attempts#${id}`, sk: "failures" };
}

function countIn(item: Item | undefined): FailureCount {
  if (item === undefined) return noFailures;
  const { failures, pausedUntil } = item.fields;
  return {
    failures: Number(failures ?? 0),
    pausedUntil: Number(pausedUntil ?? 0),
    endsAt: (item.expiresAt ?? 0) * 1000,
  };
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
