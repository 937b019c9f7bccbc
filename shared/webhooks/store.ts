import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Key, Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { WebhookRecord, WebhookUse } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const webhookPartitions = ["webhooks", "webhook#*", "webhook-counter"];
/** Partitions that a receiver writes for registered webhooks. */
export const webhookUsePartitions = ["webhook#*"];

const counterKey: Key = { pk: "webhook-counter", sk: "webhooks" };
const recordKey = (id: number): Key => ({ pk: "webhooks", sk: String(id).padStart(16, "0") });
const countKey = (id: number): Key => ({ pk: `webhook#${id}`, sk: "use" });
const addressKey = ({ database, channel, useFileReceiver }: Address): Key => ({
  pk: `webhook#${useFileReceiver ? "files" : "events"}#${normalizedDatabaseName(database)}`,
  sk: channel,
});

/** Fields that identify a webhook. */
export type Address = Pick<WebhookRecord, "database" | "channel" | "useFileReceiver">;

/** Webhook with the item version for conditional writes. */
export interface StoredWebhook {
  readonly record: WebhookRecord;
  readonly version: number;
}

/** Kind of secrets in this store, as roles name it. */
export const webhookSecrets = "webhook";

/** Returns the context of a secret, which can only be decrypted for this item and field. */
export const secretContext = (id: number, field: "sealedSecret" | "sealedPreviousSecret") => ({
  kind: webhookSecrets,
  item: Object.values(recordKey(id)).join("|"),
  field,
});

/** Secrets to re-encrypt when the master key changes. */
export const sealedWebhooks: SealedItems = {
  partition: "webhooks",
  contexts: ({ sk }) => ({
    sealedSecret: secretContext(Number(sk), "sealedSecret"),
    sealedPreviousSecret: secretContext(Number(sk), "sealedPreviousSecret"),
  }),
};

/** Stores webhooks on the Table port: a record each, in order of their ids, an item that finds it by its URL, and one with its counts. */
export function webhookStore(table: Table) {
  const stored = (item: Item | undefined): StoredWebhook | undefined =>
    item && { record: WebhookRecord.parse(item.fields), version: item.version };
  const get = async (id: number) => stored(await table.get(recordKey(id)));

  return {
    /** Returns a number that no webhook had before. */
    async nextId(): Promise<number> {
      const { fields } = await table.update(counterKey, { add: { last: 1 } });
      return Number(fields.last);
    },

    get,

    async at(address: Address): Promise<StoredWebhook | undefined> {
      const pointer = await table.get(addressKey(address));
      return pointer && get(Number(pointer.fields.id));
    },

    async all(): Promise<readonly WebhookRecord[]> {
      const items = await Array.fromAsync(allItems(table, { pk: "webhooks" }));
      return items.map(({ fields }) => WebhookRecord.parse(fields));
    },

    /** @throws ConditionFailed if the URL is already registered */
    async create(record: WebhookRecord): Promise<void> {
      await table.transact([
        { put: { ...addressKey(record), fields: { schema: 1, id: record.id } }, condition: "absent" },
        { put: { ...recordKey(record.id), fields: record as Fields }, condition: "absent" },
      ]);
    },

    /** @throws ConditionFailed if it was changed since it was read */
    async change(record: WebhookRecord, version: number): Promise<void> {
      await table.put({ ...recordKey(record.id), fields: record as Fields }, { version });
    },

    /** @throws ConditionFailed if it was changed since it was read */
    async delete({ record, version }: StoredWebhook): Promise<void> {
      await table.transact([
        { delete: recordKey(record.id), condition: { version } },
        { delete: addressKey(record) },
        { delete: countKey(record.id) },
      ]);
    },

    async use(id: number): Promise<WebhookUse> {
      return WebhookUse.parse((await table.get(countKey(id)))?.fields ?? {});
    },

    /** Adds to the counts. */
    async count(
      id: number,
      { lastUsed, lastResult, lastResultIsError, times, bytes, refused }: WebhookUse,
    ): Promise<void> {
      const set = {
        schema: 1,
        ...(lastUsed !== null && { lastUsed }),
        ...(lastResult !== null && { lastResult, lastResultIsError }),
      };
      await table.update(countKey(id), { set, add: { times, bytes, refused } });
    },
  };
}

export type WebhookStore = ReturnType<typeof webhookStore>;
