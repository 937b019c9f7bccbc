import { hash } from "node:crypto";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Key, type NewItem, type Table, type Write } from "#shared/ports/table.ts";
import { firstItems } from "#shared/ports/tables/first-items.ts";
import type { DeliveryState } from "./contract.ts";
import { packed, unpacked } from "./packed.ts";
import { type DeliveryLease, DeliveryMarker, DeliveryRecord, type MarkedSender } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const deliveryPartitions = ["deliveries#*", "delivery-senders#*", "open-deliveries#*"];

/** Delivery with the versions of its items for conditional writes. */
export interface StoredDelivery {
  /** Includes the lease, which is stored in the marker. */
  readonly record: DeliveryRecord;
  readonly version: number;
  /** Marker, while it is pending. */
  readonly marker?: Marker | undefined;
}

/** Small item of a pending delivery. It changes with each attempt, so that the large one doesn't have to. */
interface Marker {
  readonly sk: string;
  readonly version: number;
  /** Sender's id that may not be stored yet, because a process can end before it. Removed when the first attempt begins. */
  readonly sender?: MarkedSender | undefined;
}

/** Sender's id, and the time until which it is stored, in milliseconds since the epoch. */
export interface RememberedSender {
  readonly senderId: string;
  readonly untilMs: number;
}

/** Another delivery has the sender's id. */
export class SenderKnown extends Error {
  override readonly name = "SenderKnown";
}

/** Item with a sender's id. */
interface KnownSender {
  /** Id of the delivery, which may no longer be stored. */
  readonly id: string;
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
const senderPartition = (source: string) => `delivery-senders#${source}`;
const senderKey = (source: string, senderId: string): Key => ({
  pk: senderPartition(source),
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

/** Returns the time of the replay that a marker belongs to, from its sort key. 0 if it isn't a replay. */
function replayIn(sk: string): number {
  return Number(sk.split("#", 2)[1] ?? 0);
}

/** Returns the source of a delivery, which is the prefix of its id. */
export function sourceOf(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

function leaseOf({ attempts, totalAttempts, trigger, leasedUntil, isRepeated }: DeliveryRecord): DeliveryLease {
  return { attempts, totalAttempts, trigger, leasedUntil, isRepeated };
}

function pointerOf({ id, source }: DeliveryRecord, { sk, untilMs }: MarkedSender): NewItem {
  const fields = { schema: 1, id };
  return { pk: senderPartition(source), sk, fields, expiresAt: Math.ceil(untilMs / 1000) };
}

/**
 * Stores deliveries on the Table port: those of a source in one partition, in the order of arrival, and those that didn't succeed by state
 * in the index. A pending delivery has a second item in a partition of open ones, its marker. A marker can outlive the pending state, but
 * no pending delivery is ever without one.
 */
export function deliveryStore(table: Table) {
  const itemOf = (record: DeliveryRecord) => ({
    ...keyOf(record.id),
    fields: packed(record),
    ...(indexedStates.has(record.state) && {
      index: { pk: indexPartition(record.source, record.state), sk: record.id },
    }),
    ...(record.endedAt !== null && { expiresAt: Math.ceil((record.endedAt + record.keptMs) / 1000) }),
  });
  const listed = (source: string, state: UnsuccessfulState | undefined) =>
    state === undefined ? { pk: `deliveries#${source}` } : { pk: indexPartition(source, state), index: true };
  const markerOf = (record: DeliveryRecord, sender?: MarkedSender) => ({
    ...openKey(record),
    fields: {
      schema: 1,
      nextAt: record.nextAt,
      ...(record.leasedUntil > 0 && { lease: leaseOf(record) }),
      ...(sender !== undefined && { sender }),
    },
  });
  const stored = (item: Item): DeliveryRecord => DeliveryRecord.parse(unpacked(item));
  const marked = (delivery: StoredDelivery, marker: Item | undefined): StoredDelivery => {
    if (marker === undefined) return delivery;
    const { lease, sender } = DeliveryMarker.parse(marker.fields);
    const { record, version } = delivery;
    return { record: { ...record, ...lease }, version, marker: { sk: marker.sk, version: marker.version, sender } };
  };
  /** Returns undefined if a condition isn't met. */
  const unlessChanged = async <T>(writing: Promise<T>): Promise<T | undefined> =>
    writing.catch((thrown: unknown) => {
      if (thrown instanceof ConditionFailed) return undefined;
      throw thrown;
    });

  const deleteMarkers = async (id: string, isUnused: (marker: Item) => boolean): Promise<number> => {
    const { items } = await table.query({ pk: openPartition(sourceOf(id)), prefix: id });
    const unused = items.filter(isUnused);
    // Another process may do the same.
    for (const { pk, sk, version } of unused) await unlessChanged(table.delete({ pk, sk }, { version }));
    return unused.length;
  };

  return {
    /** Returns a delivery. Its marker is read first: while the marker stays the same, a pending delivery does too. */
    async get(id: string): Promise<StoredDelivery | undefined> {
      const first = await table.get({ pk: openPartition(sourceOf(id)), sk: id });
      for (let marker = first, read: string | undefined = id; ; ) {
        const item = await table.get(keyOf(id));
        if (item === undefined) return undefined;
        const { version } = item;
        const record = stored(item);
        if (record.state !== "pending") return { record, version };
        const { pk, sk } = openKey(record);
        // An earlier release had no markers of replays.
        if (sk === read) return marked({ record, version }, marker ?? first);
        [marker, read] = [await table.get({ pk, sk }), sk];
      }
    },

    /**
     * Creates a delivery. `replaces`: version of the item with the sender's id, of a delivery that is no longer stored.
     * @throws SenderKnown
     */
    async create(
      record: DeliveryRecord,
      remembered?: RememberedSender & { readonly replaces?: number | undefined },
    ): Promise<StoredDelivery> {
      const item = { put: itemOf(record), condition: "absent" } as const;
      if (record.state !== "pending") {
        await table.put(item.put, item.condition);
        return { record, version: 1 };
      }
      const sender = remembered && {
        sk: senderKey(record.source, remembered.senderId).sk,
        untilMs: remembered.untilMs,
      };
      const marker = markerOf(record, sender);
      const writes: Write[] = [{ put: marker, condition: "absent" }, item];
      if (sender !== undefined) {
        const condition = remembered?.replaces === undefined ? "absent" : { version: remembered.replaces };
        writes.push({ put: pointerOf(record, sender), condition });
      }
      try {
        // A process that ends in between leaves a marker without a delivery, or a delivery that stores its sender's id when its attempt begins.
        await table.transact(writes, { inOrder: true });
        return { record, version: 1, marker: { sk: marker.sk, version: 1 } };
      } catch (thrown) {
        if (thrown instanceof ConditionFailed && thrown.write === 2) throw new SenderKnown();
        throw thrown;
      }
    },

    /** Writes the marker of a delivery again that took so long to create that its marker may have been deleted. */
    async markAgain(delivery: StoredDelivery): Promise<StoredDelivery> {
      const { sk, version } = await table.put(markerOf(delivery.record));
      return { ...delivery, marker: { sk, version } };
    },

    /** Deletes a delivery that was never accepted. */
    async remove({ record }: Pick<StoredDelivery, "record">): Promise<void> {
      await table.transact([{ delete: keyOf(record.id) }, { delete: openKey(record) }], { inOrder: true });
    },

    /** Returns the id of the delivery with a sender's id. */
    async bySender(source: string, sender: RememberedSender | MarkedSender): Promise<KnownSender | undefined> {
      const key = "sk" in sender ? { pk: senderPartition(source), sk: sender.sk } : senderKey(source, sender.senderId);
      const pointer = await table.get(key);
      return pointer && { id: String(pointer.fields.id), version: pointer.version };
    },

    /** Stores the sender's id of a delivery. Returns false if that was changed since it was read. */
    async remember(record: DeliveryRecord, sender: MarkedSender, before?: KnownSender): Promise<boolean> {
      const condition = before === undefined ? "absent" : { version: before.version };
      return (await unlessChanged(table.put(pointerOf(record, sender), condition))) !== undefined;
    },

    /** Writes a delivery that was read as `before`. Returns undefined if it was changed since. */
    async write(record: DeliveryRecord, before: StoredDelivery): Promise<StoredDelivery | undefined> {
      const { version, marker } = before;
      const own = openKey(record);
      const item = { put: itemOf(record), condition: { version } };
      if (record.state === "delivered") {
        // A marker that is left without a pending delivery is deleted when it is due. The other way around, the delivery would be lost.
        const writes: Write[] = [item, { delete: { ...own, sk: marker?.sk ?? own.sk } }];
        return unlessChanged(table.transact(writes, { inOrder: true }).then(() => ({ record, version: version + 1 })));
      }
      // All other changes depend on the lease.
      const condition = marker && { condition: { version: marker.version } };
      const writes: Write[] = [item];
      if (record.state === "pending") writes.push({ put: markerOf(record), ...(marker?.sk === own.sk && condition) });
      if (marker !== undefined && (record.state !== "pending" || marker.sk !== own.sk))
        writes.push({ delete: { ...own, sk: marker.sk }, ...condition });
      const next = {
        record,
        version: version + 1,
        ...(record.state === "pending" && {
          marker: { sk: own.sk, version: marker?.sk === own.sk ? marker.version + 1 : 1 },
        }),
      };
      return unlessChanged(table.transact(writes).then(() => next));
    },

    /** Leases a delivery for an attempt, by its marker alone. Returns undefined if it was changed since it was read. */
    async lease(record: DeliveryRecord, before: StoredDelivery): Promise<StoredDelivery | undefined> {
      const { marker, version } = before;
      const item = { ...markerOf(record), ...(marker !== undefined && { sk: marker.sk }) };
      const condition = marker === undefined ? "absent" : { version: marker.version };
      const written = await unlessChanged(table.put(item, condition));
      return written && { record, version, marker: { sk: written.sk, version: written.version } };
    },

    /** Writes the progress of an attempt and renews its lease. Returns undefined if it was changed since it was read. */
    async keep(record: DeliveryRecord, before: StoredDelivery): Promise<StoredDelivery | undefined> {
      const { marker, version } = before;
      if (marker === undefined) return undefined;
      const renewed = { put: { ...markerOf(record), sk: marker.sk }, condition: { version: marker.version } };
      const item = { put: itemOf(record), condition: { version } };
      const next = { record, version: version + 1, marker: { ...marker, version: marker.version + 1 } };
      return unlessChanged(table.transact([renewed, item]).then(() => next));
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

    /** Deletes markers of an ended delivery, but not that of a replay that has begun meanwhile. Returns their number. */
    async deleteMarkers(ended: DeliveryRecord): Promise<number> {
      return deleteMarkers(ended.id, ({ sk }) => replayIn(sk) <= ended.since);
    },

    /** Deletes markers without a delivery that were due before a time. Returns their number. */
    async deleteStrayMarkers(id: string, dueBefore: number): Promise<number> {
      return deleteMarkers(id, ({ fields }) => Number(fields.nextAt) < dueBefore);
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
      return (await firstItems(table, query, most)).map(stored);
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
      return { records: items.map(stored), cursor: next };
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
