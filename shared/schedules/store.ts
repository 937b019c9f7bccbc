import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Item, type Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { RunRecord, ScheduleRecord } from "./record.ts";

/** Retention of runs in milliseconds. */
const runsKeptMs = 90 * 24 * 60 * 60_000;

const digits = (number: number) => String(number).padStart(16, "0");
const counterKey = { pk: "counter", sk: "schedules" };
const recordKey = (id: number) => ({ pk: "schedules", sk: digits(id) });
const runKey = (id: number, plannedAt: number) => ({ pk: `schedules#runs#${id}`, sk: digits(plannedAt) });

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const schedulePartitions = ["schedules", "schedules#*"];
/** Kind of secrets that this store keeps, as roles name it: inputs of actions, and accounts. */
export const scheduleSecrets = "schedule";

/** Returns the vault context of a schedule's sealed fields. */
export const inputContext = (id: number) => ({
  kind: scheduleSecrets,
  item: `schedules|${id}`,
  field: "sealedInput",
});
export const accountContext = (id: number) => ({
  kind: scheduleSecrets,
  item: `schedules|${id}`,
  field: "sealedAccount",
});

/** Fields to re-encrypt when the master key changes. */
export const sealedSchedules: SealedItems = {
  partition: "schedules",
  contexts: ({ sk }) => ({ sealedInput: inputContext(Number(sk)), sealedAccount: accountContext(Number(sk)) }),
};

/** Stores schedules on the Table port: a record each in order of their numbers, and a partition of runs for each. */
export function scheduleStore(table: Table) {
  const find = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };

  const runItem = (id: number, run: RunRecord) => ({
    ...runKey(id, run.plannedAt),
    fields: run,
    expiresAt: Math.ceil((run.plannedAt + runsKeptMs) / 1000),
  });

  return {
    get: async (id: number): Promise<ScheduleRecord | undefined> => (await find(id))?.record,

    async all(): Promise<readonly ScheduleRecord[]> {
      return Array.fromAsync(allItems(table, { pk: "schedules" }), recordIn);
    },

    /** Returns a number that was never used. */
    async nextId(): Promise<number> {
      return Number((await table.update(counterKey, { add: { last: 1 } })).fields.last);
    },

    async create(record: ScheduleRecord): Promise<void> {
      await table.put(itemOf(record), "absent");
    },

    /**
     * Updates a schedule with the result of `decide`, and stores a run in the same write. Retries if another writer wrote first. Changes
     * nothing if the run already exists. Returns the stored schedule.
     */
    async change(
      id: number,
      decide: (record: ScheduleRecord) => { readonly record: ScheduleRecord; readonly run?: RunRecord } | undefined,
    ): Promise<ScheduleRecord | undefined> {
      return retryOnConflict(async () => {
        const stored = await find(id);
        const next = stored && decide(stored.record);
        if (stored === undefined || next === undefined) return undefined;
        const put = { put: itemOf(next.record), condition: { version: stored.version } };
        const run = next.run && { put: runItem(id, next.run), condition: "absent" as const };
        try {
          await table.transact(run === undefined ? [put] : [put, run]);
          return next.record;
        } catch (thrown) {
          if (thrown instanceof ConditionFailed && thrown.write === 1) return undefined;
          throw thrown;
        }
      });
    },

    async remove(id: number): Promise<void> {
      await table.delete(recordKey(id));
    },

    async run(id: number, plannedAt: number): Promise<RunRecord | undefined> {
      const item = await table.get(runKey(id, plannedAt));
      return item && runIn(item);
    },

    /** Stores the result of a run. */
    async keepRun(id: number, run: RunRecord): Promise<void> {
      await table.put(runItem(id, run));
    },

    /** Returns a page of runs, newest first. @throws CursorRefused */
    async runs(id: number, { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const query = { pk: runKey(id, 0).pk, reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const page = await table.query(query);
      return { runs: page.items.map(runIn), cursor: page.cursor };
    },
  };
}

export type ScheduleStore = ReturnType<typeof scheduleStore>;

function recordIn({ fields }: Item): ScheduleRecord {
  return ScheduleRecord.parse(fields);
}

function runIn({ fields }: Item): RunRecord {
  return RunRecord.parse(fields);
}

function itemOf(record: ScheduleRecord) {
  // The input of the action is JSON.
  return { ...recordKey(record.id), fields: record as Fields };
}
