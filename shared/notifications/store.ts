import { hash } from "node:crypto";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Item, type Key, type Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import type { EventName } from "./events/contract.ts";
import { DestinationRecord, DestinationUse, EventRecord, TroubleRecord } from "./record.ts";

/** Partitions of destinations, as roles name them. `*` matches any characters. */
export const destinationPartitions = ["notification-destinations", "notification-destination-counter"];
/** Partitions written after sending to a destination. */
export const destinationUsePartitions = ["notification-destination#*"];
/** Partitions written when an event is published and forwarded. */
export const notificationEventPartitions = ["notification-events", "notification-keys", "open-notifications"];
/** Partitions of problems and of the times of checks. */
export const troublePartitions = ["notification-troubles", "notification-looks"];

/** Kind of secrets in this store, as roles name it. */
export const notificationSecrets = "notification";

const keptMs = 30 * 24 * 3_600_000;
const counterKey: Key = { pk: "notification-destination-counter", sk: "destinations" };
const destinationKey = (id: number): Key => ({ pk: "notification-destinations", sk: String(id).padStart(16, "0") });
const sentKey = (id: number): Key => ({ pk: `notification-destination#${id}`, sk: "use" });
const eventKey = (id: string): Key => ({ pk: "notification-events", sk: id });
const openKey = (id: string): Key => ({ pk: "open-notifications", sk: id });
const lastKey = (event: EventName, subject: string): Key => ({
  pk: "notification-keys",
  sk: `${event}#${hash("sha256", subject, "base64url")}`,
});

const troubleKey = ({ watch, subject }: Pick<TroubleRecord, "watch" | "subject">): Key => ({
  pk: "notification-troubles",
  sk: `${watch}#${subject}`,
});
const lookKey = (watch: string): Key => ({ pk: "notification-looks", sk: watch });

/** Returns the context of a destination's secret, which can only be decrypted for this item and field. */
export const destinationContext = (id: number, field: "sealedTarget" | "sealedSecret" | "sealedPreviousSecret") => ({
  kind: notificationSecrets,
  item: Object.values(destinationKey(id)).join("|"),
  field,
});

/** Secrets to re-encrypt when the master key changes. Those of events and deliveries expire within days. */
export const sealedDestinations: SealedItems = {
  partition: "notification-destinations",
  contexts: ({ sk }) => ({
    sealedTarget: destinationContext(Number(sk), "sealedTarget"),
    sealedSecret: destinationContext(Number(sk), "sealedSecret"),
    sealedPreviousSecret: destinationContext(Number(sk), "sealedPreviousSecret"),
  }),
};

/** Returns the context of an event's own destinations. */
export const ownTargetsContext = (eventId: string) => ({
  kind: notificationSecrets,
  item: Object.values(eventKey(eventId)).join("|"),
  field: "sealedTargets",
});

/** Destination with the item version for conditional writes. */
export interface StoredDestination {
  readonly record: DestinationRecord;
  readonly version: number;
}

/** Last sent event for a subject, with the item version for conditional writes. */
export interface LastEvent {
  readonly eventId: string;
  readonly sentAt: number;
  readonly version: number;
}

/** Stores destinations, events, and the last event sent for a subject on the Table port. */
export function notificationStore(table: Table) {
  const stored = (item: Item): StoredDestination => ({
    record: DestinationRecord.parse(item.fields),
    version: item.version,
  });

  return {
    /** Returns a number that no destination had before. */
    async nextId(): Promise<number> {
      return Number((await table.update(counterKey, { add: { last: 1 } })).fields.last);
    },

    async get(id: number): Promise<StoredDestination | undefined> {
      const item = await table.get(destinationKey(id));
      return item && stored(item);
    },

    async all(): Promise<readonly DestinationRecord[]> {
      const items = await Array.fromAsync(allItems(table, { pk: "notification-destinations" }));
      return items.map((item) => stored(item).record);
    },

    async create(record: DestinationRecord): Promise<void> {
      await table.transact([
        { put: { ...destinationKey(record.id), fields: record as Fields }, condition: "absent" },
        { put: { ...sentKey(record.id), fields: { schema: 1 } } },
      ]);
    },

    /** Changes a destination with `decide`, and retries after concurrent changes. Returns undefined if it doesn't exist. */
    async change(
      id: number,
      decide: (record: DestinationRecord) => DestinationRecord | Promise<DestinationRecord>,
    ): Promise<DestinationRecord | undefined> {
      return retryOnConflict(async () => {
        const found = await this.get(id);
        if (found === undefined) return undefined;
        const next = await decide(found.record);
        await table.put({ ...destinationKey(id), fields: next as Fields }, { version: found.version });
        return next;
      });
    },

    async delete(id: number): Promise<void> {
      await table.transact([{ delete: destinationKey(id) }, { delete: sentKey(id) }]);
    },

    async use(id: number): Promise<DestinationUse> {
      return DestinationUse.parse((await table.get(sentKey(id)))?.fields ?? {});
    },

    /** Records the result of sending, unless the destination was deleted in the meantime. */
    async noteUse(id: number, set: Omit<DestinationUse, "delivered">, delivered: number): Promise<void> {
      await ifPresent(table.update(sentKey(id), { set, add: { delivered } }, "present"));
    },

    async lastEvent(event: EventName, subject: string): Promise<LastEvent | undefined> {
      const item = await table.get(lastKey(event, subject));
      return (
        item && { eventId: String(item.fields.eventId), sentAt: Number(item.fields.sentAt), version: item.version }
      );
    },

    /** Stores an event to be forwarded. @throws ConditionFailed if another writer wrote first */
    async keep(record: EventRecord, subject: string, before: LastEvent | undefined): Promise<void> {
      const expiresAt = Math.ceil((record.at + keptMs) / 1000);
      const condition = before === undefined ? ("absent" as const) : { version: before.version };
      const last = { schema: 1, eventId: record.id, sentAt: record.at };
      await table.transact([
        { put: { ...lastKey(record.event, subject), fields: last, expiresAt }, condition },
        { put: { ...eventKey(record.id), fields: record, expiresAt } },
        { put: { ...openKey(record.id), fields: { schema: 1 } } },
      ]);
    },

    /** Counts a repetition, as long as the event is stored. */
    async count(id: string): Promise<void> {
      await ifPresent(table.update(eventKey(id), { add: { repeats: 1 } }, "present"));
    },

    async event(id: string): Promise<EventRecord | undefined> {
      const item = await table.get(eventKey(id));
      return item && EventRecord.parse(item.fields);
    },

    /** Yields the ids of events that aren't forwarded yet. */
    async *open(): AsyncGenerator<string> {
      for await (const { sk } of allItems(table, { pk: "open-notifications" })) yield sk;
    },

    async isOpen(id: string): Promise<boolean> {
      return (await table.get(openKey(id))) !== undefined;
    },

    async close(id: string): Promise<void> {
      await table.delete(openKey(id));
    },

    /** Returns the problems found by the last check of a watch. */
    async troubles(watch: string): Promise<readonly TroubleRecord[]> {
      const items = allItems(table, { pk: "notification-troubles", prefix: `${watch}#` });
      return Array.fromAsync(items, ({ fields }) => TroubleRecord.parse(fields));
    },

    async keepTrouble(record: TroubleRecord): Promise<void> {
      await table.put({ ...troubleKey(record), fields: record });
    },

    async endTrouble(record: TroubleRecord): Promise<void> {
      await table.delete(troubleKey(record));
    },

    /** Returns true if a watch is due; no other worker then checks it. If the clock was set back, it is due. */
    async takeLook(watch: string, everyMs: number, now: number): Promise<boolean> {
      const key = lookKey(watch);
      const last = await table.get(key);
      const age = now - Number(last?.fields.at ?? 0);
      if (last !== undefined && age >= 0 && age < everyMs) return false;
      const condition = last === undefined ? ("absent" as const) : { version: last.version };
      try {
        await table.put({ ...key, fields: { schema: 1, at: now } }, condition);
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    /**
     * Lists a page of events, newest first.
     * @throws CursorRefused
     */
    async events(limit: number, cursor: string | undefined) {
      const page = await table.query({
        pk: "notification-events",
        reverse: true,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      return { records: page.items.map(({ fields }) => EventRecord.parse(fields)), cursor: page.cursor };
    },
  };
}

export type NotificationStore = ReturnType<typeof notificationStore>;

async function ifPresent(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (thrown) {
    if (!(thrown instanceof ConditionFailed)) throw thrown;
  }
}
