import { hash } from "node:crypto";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "#shared/ports/table.ts";
import { firstItems } from "#shared/ports/tables/first-items.ts";
import type { DeliveryState } from "./contract.ts";
import { DeliveryRecord } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const deliveryPartitions = ["deliveries#*", "delivery-senders#*", "open-deliveries#*"];

/** Delivery with the item version for conditional writes. */
export interface StoredDelivery {
  readonly record: DeliveryRecord;
  readonly version: number;
}

/** Number of partitions with open deliveries: a partition takes 1,000 write units a second, and all sources write to it. */
const openPartitionCount = 16;
const openPartitions = Array.from({ length: openPartitionCount }, (_, number) => `open-deliveries#${number}`);
const keyOf = (id: string): Key => ({ pk: `deliveries#${sourceOf(id)}`, sk: id });
/**
 * Key of the marker of an open delivery. Each replay has a marker of its own, so that deleting the marker of an ended delivery can never
 * delete the one of a replay that has begun meanwhile.
 */
const openKey = ({ id, since, createdAt }: DeliveryRecord): Key => ({
  pk: openPartition(sourceOf(id)),
  sk: since === createdAt ? id : `${id}#${since}`,
});
/** States that the index lists. Each write of an item in the index costs as much again, and most deliveries succeed at once. */
const indexedStates: ReadonlySet<DeliveryState> = new Set(["failed", "cancelled", "suppressed"] as const);
const indexPartition = (source: string, state: DeliveryState) => `deliveries#${source}#${state}`;
const senderKey = (source: string, senderId: string): Key => ({
  pk: `delivery-senders#${source}`,
  sk: hash("sha256", senderId, "base64url"),
});

/** Returns the partition with the open deliveries of a source, which are in the order of arrival there. */
function openPartition(source: string): string {
  return openPartitions[(hash("sha256", source, "buffer")[0] ?? 0) % openPartitionCount] ?? "";
}

/** Returns the id of a delivery from the sort key of its marker. */
export function markedDelivery(sk: string): string {
  return sk.split("#", 1)[0] ?? sk;
}

/** Returns the source of a delivery, which is the prefix of its id. */
export function sourceOf(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

/**
 * Stores deliveries on the Table port: those of a source in one partition, in the order of arrival, and those that didn't succeed by state
 * in the index. A pending delivery has a second item in a partition of open ones, its marker. A marker can outlive the pending state, but
 * no pending delivery is ever without one.
 */
export function deliveryStore(table: Table) {
  const itemOf = (record: DeliveryRecord) => ({
    ...keyOf(record.id),
    fields: record,
    ...(indexedStates.has(record.state) && {
      index: { pk: indexPartition(record.source, record.state), sk: record.id },
    }),
    ...(record.endedAt !== null && { expiresAt: Math.ceil((record.endedAt + record.keptMs) / 1000) }),
  });
  const listed = (source: string, state: UnsuccessfulState | undefined) =>
    state === undefined ? { pk: `deliveries#${source}` } : { pk: indexPartition(source, state), index: true };
  const openItem = (record: DeliveryRecord) => ({
    ...openKey(record),
    fields: { schema: 1, nextAt: record.nextAt },
  });
  const stored = (item: Item): StoredDelivery => ({ record: DeliveryRecord.parse(item.fields), version: item.version });

  return {
    async get(id: string): Promise<StoredDelivery | undefined> {
      const item = await table.get(keyOf(id));
      return item && stored(item);
    },

    /** @throws ConditionFailed if the sender's id is already stored */
    async create(
      record: DeliveryRecord,
      remembered?: { readonly senderId: string; readonly untilMs: number },
    ): Promise<void> {
      const item = { put: itemOf(record), condition: "absent" } as const;
      if (record.state !== "pending" && remembered === undefined) {
        await table.put(item.put, item.condition);
        return;
      }
      const sender = remembered && {
        put: {
          ...senderKey(record.source, remembered.senderId),
          fields: { schema: 1, id: record.id },
          expiresAt: Math.ceil(remembered.untilMs / 1000),
        },
        condition: "absent" as const,
      };
      await table.transact([...(sender === undefined ? [] : [sender]), item, { put: openItem(record) }]);
    },

    /** Returns the delivery for an event with this sender's id. */
    async bySender(source: string, senderId: string): Promise<StoredDelivery | undefined> {
      const pointer = await table.get(senderKey(source, senderId));
      return pointer && this.get(String(pointer.fields.id));
    },

    /** Writes a delivery that was read as `before`. Returns undefined if it was changed since. */
    async write(record: DeliveryRecord, before: StoredDelivery): Promise<StoredDelivery | undefined> {
      const { version } = before;
      const isPending = record.state === "pending";
      const own = openKey(record);
      const previous = openKey(before.record);
      const writes: Write[] = [{ put: itemOf(record), condition: { version } }];
      if (isPending) writes.push({ put: openItem(record) });
      if (!isPending || previous.sk !== own.sk) writes.push({ delete: previous });
      try {
        // A marker that is left without a pending delivery is deleted when it is due. The other way around, the delivery would be lost.
        await table.transact(writes, { inOrder: !isPending });
        return { record, version: version + 1 };
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return undefined;
        throw thrown;
      }
    },

    /** Leases a delivery for an attempt, without changing its open item. Returns undefined if it was changed since it was read. */
    async lease(record: DeliveryRecord, version: number): Promise<StoredDelivery | undefined> {
      try {
        const item = await table.put(itemOf(record), { version });
        return { record, version: item.version };
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return undefined;
        throw thrown;
      }
    },

    /** Yields the ids and due times of all open deliveries, source by source in the order of arrival. */
    async *open(source?: string): AsyncGenerator<{ readonly id: string; readonly nextAt: number }> {
      const queries =
        source === undefined
          ? openPartitions.map((pk) => ({ pk }))
          : [{ pk: openPartition(source), prefix: `${source}_` }];
      for (const query of queries)
        for await (const { sk, fields } of allItems(table, query))
          yield { id: markedDelivery(sk), nextAt: Number(fields.nextAt) };
    },

    /** Deletes the markers of a delivery that isn't pending. Returns their number. */
    async deleteMarkers({ id }: Pick<DeliveryRecord, "id">): Promise<number> {
      const { items } = await table.query({ pk: openPartition(sourceOf(id)), prefix: id });
      for (const { pk, sk, version } of items) {
        // Another process may do the same.
        await table.delete({ pk, sk }, { version }).catch((thrown: unknown) => {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        });
      }
      return items.length;
    },

    /** Returns the oldest open delivery of a source. */
    async firstOpen(source: string): Promise<{ readonly id: string; readonly nextAt: number } | undefined> {
      const { items } = await table.query({ pk: openPartition(source), prefix: `${source}_`, limit: 1 });
      return items[0] && { id: markedDelivery(items[0].sk), nextAt: Number(items[0].fields.nextAt) };
    },

    /** Returns the number of open deliveries of a source, up to a maximum. */
    async openCount(source: string, most: number): Promise<number> {
      return (await firstItems(table, { pk: openPartition(source), prefix: `${source}_` }, most)).length;
    },

    /** Returns the newest deliveries of a source, up to `most`, however large they are. */
    async newest(source: string, most: number, state?: UnsuccessfulState): Promise<readonly DeliveryRecord[]> {
      const query = { ...listed(source, state), prefix: `${source}_`, reverse: true };
      return (await firstItems(table, query, most)).map((item) => stored(item).record);
    },

    /**
     * Lists a page of a source's deliveries. `prefix`: only ids with this prefix after the source.
     * @throws CursorRefused
     */
    async page(source: string, { state, cursor, limit, prefix = "", isOldestFirst = false }: PageOptions) {
      const { items, cursor: next } = await table.query({
        ...listed(source, state),
        prefix: `${source}_${prefix}`,
        reverse: !isOldestFirst,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      return { records: items.map((item) => stored(item).record), cursor: next };
    },

    /**
     * Lists a page of a source's pending deliveries, newest first. `prefix`: only ids with this prefix after the source.
     * @throws CursorRefused
     */
    async pendingPage(source: string, { cursor, limit, prefix = "" }: Omit<PageOptions, "state" | "isOldestFirst">) {
      const query = { pk: openPartition(source), prefix: `${source}_${prefix}`, reverse: true, limit };
      const page = await table.query({ ...query, ...(cursor !== undefined && { cursor }) });
      const found = await Promise.all(page.items.map(({ sk }) => this.get(markedDelivery(sk))));
      // One that has ended in the meantime is no longer pending.
      const records = found.flatMap((delivery) => (delivery?.record.state === "pending" ? [delivery.record] : []));
      return { records, cursor: page.cursor };
    },
  };
}

/** State of a delivery that has ended without success. */
type UnsuccessfulState = "failed" | "cancelled" | "suppressed";

interface PageOptions {
  readonly state?: UnsuccessfulState | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly prefix?: string;
  readonly isOldestFirst?: boolean;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;
