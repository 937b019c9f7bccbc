import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Key, Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { TriggerRecord } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const triggerPartitions = ["triggers", "triggers#*"];
/** Kind of secrets in this store, as roles name it: accounts, URLs and signing secrets. */
export const triggerSecrets = "trigger";

const counterKey = (what: "triggers" | "targets"): Key => ({ pk: "triggers#counter", sk: what });
const recordKey = (id: number): Key => ({ pk: "triggers", sk: String(id).padStart(16, "0") });
const openKey = (id: number): Key => ({ pk: "triggers#open", sk: String(id).padStart(16, "0") });

/** Returns the context of a secret, which can only be decrypted for this item and field. */
export const triggerSecretContext = (id: number, field: "definition" | "relay" | `target-${number}`) => ({
  kind: triggerSecrets,
  item: Object.values(recordKey(id)).join("|"),
  field,
});

/** Secrets to re-encrypt when the master key changes. */
export const sealedTriggers: SealedItems = {
  partition: "triggers",
  contexts({ sk, fields }) {
    const id = Number(sk);
    const definition = triggerSecretContext(id, "definition");
    const targets = TriggerRecord.shape.targets
      .parse(fields.targets)
      .map((target, index) => [`targets.${index}.sealed`, triggerSecretContext(id, `target-${target.id}`)] as const);
    return {
      sealedRelaySecret: triggerSecretContext(id, "relay"),
      "current.sealed": definition,
      "next.sealed": definition,
      ...Object.fromEntries(targets),
    };
  },
};

/** Stores triggers on the Table port: a record each, in order of their numbers, and an item for each open one. */
export function triggerStore(table: Table) {
  const find = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };
  const nextOf = async (what: "triggers" | "targets") =>
    Number((await table.update(counterKey(what), { add: { last: 1 } })).fields.last);
  const openWrite = ({ id, isOpen }: TriggerRecord) =>
    isOpen ? { put: { ...openKey(id), fields: { schema: 1 } } } : { delete: openKey(id) };
  const itemOf = (record: TriggerRecord) => ({ ...recordKey(record.id), fields: record as Fields });

  return {
    /** Returns a number that no trigger had before. */
    nextId: () => nextOf("triggers"),
    nextTargetId: () => nextOf("targets"),

    get: async (id: number): Promise<TriggerRecord | undefined> => (await find(id))?.record,

    async all(): Promise<readonly TriggerRecord[]> {
      return Array.fromAsync(allItems(table, { pk: "triggers" }), recordIn);
    },

    async create(record: TriggerRecord): Promise<void> {
      await table.transact([{ put: itemOf(record), condition: "absent" }, openWrite(record)]);
    },

    /**
     * Changes a trigger with `decide`, and retries after concurrent changes. Returns undefined if it was deleted, or there is no change.
     */
    async change(
      id: number,
      decide: (record: TriggerRecord) => TriggerRecord | undefined,
    ): Promise<TriggerRecord | undefined> {
      return retryOnConflict(async () => {
        const stored = await find(id);
        const next = stored && decide(stored.record);
        if (stored === undefined || next === undefined) return undefined;
        await table.transact([{ put: itemOf(next), condition: { version: stored.version } }, openWrite(next)]);
        return next;
      });
    },

    async remove(id: number): Promise<void> {
      await table.transact([{ delete: recordKey(id) }, { delete: openKey(id) }]);
    },

    /** Returns the ids of triggers with pending changes. */
    async open(): Promise<readonly number[]> {
      return Array.fromAsync(allItems(table, { pk: "triggers#open" }), ({ sk }) => Number(sk));
    },
  };
}

export type TriggerStore = ReturnType<typeof triggerStore>;

function recordIn({ fields }: Item): TriggerRecord {
  return TriggerRecord.parse(fields);
}
