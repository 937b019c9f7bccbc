import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Item, type Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { OffsiteScheduleRecord, RunRecord } from "./record.ts";

const partition = "offsite-schedules";
/** Retention of runs in milliseconds: more than a year, so that runs can be compared with the previous year. */
const runsKeptMs = 400 * 24 * 60 * 60_000;
/** Time in milliseconds for which the start of a schedule's creation in FileMaker Server is remembered. */
const begunKeptMs = 60 * 60_000;

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const offsiteSchedulePartitions = [partition, `${partition}#*`];

const digits = (number: number) => String(number).padStart(16, "0");
const keyOf = (id: string) => ({ pk: partition, sk: id });
const begunKey = (name: string) => ({ pk: `${partition}#begun`, sk: name });
const runKey = (id: string, processId: number) => ({ pk: `${partition}#runs#${id}`, sk: digits(processId) });

/** Stores schedules of offsite backups on the Table port: a record per id of FileMaker Server, and a partition of runs for each. */
export function offsiteScheduleStore(table: Table) {
  const find = async (id: string) => {
    const item = await table.get(keyOf(id));
    return item && { record: recordIn(item), version: item.version };
  };

  const putRun = async (run: RunRecord): Promise<void> => {
    await table.put({
      ...runKey(run.scheduleId, run.processId),
      fields: run as Fields,
      expiresAt: Math.ceil((run.startedAt + runsKeptMs) / 1000),
    });
  };

  return {
    async all(): Promise<readonly OffsiteScheduleRecord[]> {
      const records = await Array.fromAsync(allItems(table, { pk: partition }), recordIn);
      return records.sort((one, other) => one.name.localeCompare(other.name));
    },

    /**
     * Stores that a schedule of this name is about to be created in FileMaker Server. One that exists there later is ours, even if the
     * service stops in the meantime.
     */
    async begin(name: string, now: number): Promise<void> {
      await table.put({ ...begunKey(name), fields: { schema: 1 }, expiresAt: Math.ceil((now + begunKeptMs) / 1000) });
    },

    async isBegun(name: string): Promise<boolean> {
      return (await table.get(begunKey(name))) !== undefined;
    },

    /** Returns false if FileMaker Server's schedule is linked already. */
    async create(record: OffsiteScheduleRecord): Promise<boolean> {
      const item = { ...keyOf(record.id), fields: record as Fields };
      try {
        await table.transact([{ put: item, condition: "absent" }, { delete: begunKey(record.name) }]);
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    /**
     * Updates a record with the result of `decide`. Retries if another writer wrote first. Returns undefined if there is no record or
     * nothing to change.
     */
    async change(
      id: string,
      decide: (record: OffsiteScheduleRecord) => OffsiteScheduleRecord | undefined,
    ): Promise<OffsiteScheduleRecord | undefined> {
      return retryOnConflict(async () => {
        const stored = await find(id);
        const next = stored && decide(stored.record);
        if (stored === undefined || next === undefined) return undefined;
        await table.put({ ...keyOf(id), fields: next as Fields }, { version: stored.version });
        return next;
      });
    },

    async remove(id: string): Promise<void> {
      await table.delete(keyOf(id));
    },

    keepRun: putRun,

    async removeRun({ scheduleId, processId }: RunRecord): Promise<void> {
      await table.delete(runKey(scheduleId, processId));
    },

    async run(id: string, processId: number): Promise<RunRecord | undefined> {
      const item = await table.get(runKey(id, processId));
      return item && RunRecord.parse(item.fields);
    },

    /** Returns a page of runs, newest first. @throws CursorRefused */
    async runs(id: string, { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const query = { pk: runKey(id, 0).pk, reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const page = await table.query(query);
      return { runs: page.items.map(({ fields }) => RunRecord.parse(fields)), cursor: page.cursor };
    },
  };
}

export type OffsiteScheduleStore = ReturnType<typeof offsiteScheduleStore>;

function recordIn({ fields }: Item): OffsiteScheduleRecord {
  return OffsiteScheduleRecord.parse(fields);
}
