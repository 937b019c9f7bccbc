import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { dayMs } from "./rules.ts";

/** Partitions that this store owns, as roles name them. */
export const licensePartitions = ["license-days", "license-state"];

const pk = "license-days";
/** Three years, so that a season can be compared with two earlier ones. */
const keptMs = 3 * 366 * dayMs;

const StoredDay = storedRecord("license/day", 1, {
  /** Time of the first sample of the day. Milliseconds since the epoch, as below. */
  firstAt: z.number(),
  /** Bytes that the server reported last; null if it reported none. */
  usedBytes: z.number().nullable(),
  /** Bytes added by this day's samples; null if the server reported none. */
  bytes: z.number().nullable(),
  peakUsers: z.number().nullable(),
  peakAt: z.number().nullable(),
});
/** Samples of one day. */
export interface LicenseDay extends Omit<z.output<typeof StoredDay>, "schema"> {
  /** Day in UTC, such as `2026-11-20`. */
  readonly day: string;
}

const LicenseState = storedRecord("license/state", 1, {
  /** Time of the last sample. Milliseconds since the epoch. */
  sampledAt: z.number(),
  expiresOn: z.string().nullable(),
  daysLeft: z.number().nullable(),
  /** Share of the yearly allowance that is used; null if it is unknown, or not enforced. */
  usedShare: z.number().nullable(),
  resetsOn: z.string().nullable(),
  runsOutOn: z.string().nullable(),
  shareAtReset: z.number().nullable(),
});
/** Result of the last sample, for notifications. */
export type LicenseState = Omit<z.output<typeof LicenseState>, "schema">;

const stateKey = { pk: "license-state", sk: "last" };
const nextSampleKey = { pk: "license-state", sk: "next" };

/** Stores the samples of each day, in one item per day, and the result of the last sample, on the Table port. */
export function licenseStore(table: Pick<Table, "get" | "put" | "query">) {
  return {
    /** Takes the next sample for this process. False if it isn't due, or another process has just taken it. */
    async takeSample(everyMs: number, now: number): Promise<boolean> {
      const item = await table.get(nextSampleKey);
      const dueAt = Number(item?.fields.dueAt ?? 0);
      // A clock that was set back doesn't stop the samples.
      if (item !== undefined && now < dueAt && dueAt - now <= everyMs) return false;
      try {
        const condition = item === undefined ? "absent" : { version: item.version };
        await table.put({ ...nextSampleKey, fields: { schema: 1, dueAt: now + everyMs } }, condition);
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    async state(): Promise<LicenseState | undefined> {
      const item = await table.get(stateKey);
      return item && LicenseState.parse(item.fields);
    },

    async keepState(state: LicenseState): Promise<void> {
      await table.put({ ...stateKey, fields: { schema: 1, ...state } });
    },

    /** Changes the day's item with a function that gets the stored one. Writes nothing if it returns the same object. */
    async change(day: string, changed: (stored: LicenseDay | undefined) => LicenseDay): Promise<void> {
      await retryOnConflict(async () => {
        const item = await table.get({ pk, sk: day });
        const stored = item && { day, ...StoredDay.parse(item.fields) };
        const next = changed(stored);
        if (next === stored) return;
        const { firstAt, usedBytes, bytes, peakUsers, peakAt } = next;
        const fields = { schema: 1, firstAt, usedBytes, bytes, peakUsers, peakAt };
        const expiresAt = Math.ceil((Date.parse(day) + keptMs) / 1000);
        await table.put({ pk, sk: day, fields, expiresAt }, item === undefined ? "absent" : { version: item.version });
      });
    },

    /** Returns the latest stored day before a day. */
    async before(day: string): Promise<LicenseDay | undefined> {
      const { items } = await table.query({ pk, reverse: true, limit: 2 });
      const item = items.find(({ sk }) => sk < day);
      return item && { day: item.sk, ...StoredDay.parse(item.fields) };
    },

    /** Returns all stored days, in order. */
    async days(): Promise<LicenseDay[]> {
      const days: LicenseDay[] = [];
      let cursor: string | undefined;
      do {
        const page = await table.query({ pk, ...(cursor !== undefined && { cursor }) });
        days.push(...page.items.map(({ sk, fields }) => ({ day: sk, ...StoredDay.parse(fields) })));
        cursor = page.cursor;
      } while (cursor !== undefined);
      return days;
    },
  };
}

export type LicenseStore = ReturnType<typeof licenseStore>;
