import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Key, type Table } from "#shared/ports/table.ts";
import { AlertRule } from "./contract.ts";

/** Partitions that this store owns: rules and their states. */
export const alertRulePartitions = ["alerts", "alert-counter"];
export const alertStatePartitions = ["alert-states"];

/** Stored rule. Times are in milliseconds since the epoch. */
const AlertRecord = storedRecord("usage/alerts/alert", 1, {
  ...AlertRule.shape,
  id: z.int(),
  /** Null for rules that were stored before destinations could be selected. */
  destinations: AlertRule.shape.destinations.default(null),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type AlertRecord = z.infer<typeof AlertRecord>;

/** State of a rule. It applies to the last changed version of the rule. */
const AlertStateRecord = storedRecord("usage/alerts/alert-state", 1, {
  ruleUpdatedAt: z.number(),
  status: z.enum(["ok", "pending", "ringing", "recovering"]),
  since: z.number(),
  minutes: z.number(),
  value: z.number().nullable(),
  checkedTo: z.number(),
  /** Time at which it last started to fire, in its current or an earlier version. */
  rangAt: z.number().optional(),
});
export type AlertStateRecord = z.infer<typeof AlertStateRecord>;

const counterKey: Key = { pk: "alert-counter", sk: "alerts" };
const name = (id: number) => String(id).padStart(16, "0");
const ruleKey = (id: number): Key => ({ pk: "alerts", sk: name(id) });
const stateKey = (id: number): Key => ({ pk: "alert-states", sk: name(id) });

/** Stores alert rules on the Table port. */
export function alertStore(table: Table) {
  return {
    /** Returns a number that no rule had before. */
    async nextId(): Promise<number> {
      return Number((await table.update(counterKey, { add: { last: 1 } })).fields.last);
    },
    async all(): Promise<readonly AlertRecord[]> {
      return Array.fromAsync(allItems(table, { pk: "alerts" }), ({ fields }) => AlertRecord.parse(fields));
    },
    async get(id: number): Promise<{ readonly record: AlertRecord; readonly version: number } | undefined> {
      const item = await table.get(ruleKey(id));
      return item && { record: AlertRecord.parse(item.fields), version: item.version };
    },
    async create(record: AlertRecord): Promise<void> {
      await table.put({ ...ruleKey(record.id), fields: record as Fields }, "absent");
    },
    /** @throws ConditionFailed if the rule was changed concurrently */
    async replace(record: AlertRecord, version: number): Promise<void> {
      await table.put({ ...ruleKey(record.id), fields: record as Fields }, { version });
    },
    async delete(id: number): Promise<void> {
      await table.delete(ruleKey(id));
    },

    async state(id: number): Promise<{ readonly state: AlertStateRecord; readonly version: number } | undefined> {
      const item = await table.get(stateKey(id));
      return item && { state: AlertStateRecord.parse(item.fields), version: item.version };
    },
    /** Returns false without storing if another worker evaluated the rule in the meantime. */
    async keepState(id: number, state: AlertStateRecord, version: number | undefined): Promise<boolean> {
      try {
        await table.put({ ...stateKey(id), fields: state }, version === undefined ? "absent" : { version });
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },
    async endState(id: number): Promise<void> {
      await table.delete(stateKey(id));
    },
  };
}

export type AlertStore = ReturnType<typeof alertStore>;
