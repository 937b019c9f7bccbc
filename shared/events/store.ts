import { timestamp } from "#shared/contract/scalars.ts";
import type { Table } from "#shared/ports/table.ts";
import { firstItems } from "#shared/ports/tables/first-items.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Event } from "./contract.ts";

const keptMs = 60 * 60_000;
const maxAtOnce = 1_000;
/** Maximum number of events per write. */
export const maxAdded = 50;

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const eventPartitions = ["events#*"];
/** Partition that publishers read for the next number. */
export const eventHeadPartitions = ["events#head"];

const headKey = { pk: "events#head", sk: "head" };
const eventKey = (id: number) => ({ pk: "events#feed", sk: String(id).padStart(16, "0") });

/**
 * Stores events on the Table port. A number becomes visible together with its event, so a reader that has read a number has missed no
 * earlier event.
 */
export function eventStore(table: Table) {
  const head = async () => {
    const item = await table.get(headKey);
    return { last: item === undefined ? 0 : Number(item.fields.last), version: item?.version };
  };

  return {
    /** Returns the number of the latest event; 0 if there is none. */
    last: async (): Promise<number> => (await head()).last,

    /** Adds up to `maxAdded` events. Concurrent writes get consecutive numbers. Returns the number of the last event. */
    async add(objects: readonly string[], now: number): Promise<number> {
      const expiresAt = Math.ceil((now + keptMs) / 1000);
      return retryOnConflict(async () => {
        const { last, version } = await head();
        const newest = last + objects.length;
        const nextHead = { ...headKey, fields: { schema: 1, last: newest } };
        await table.transact([
          { put: nextHead, condition: version === undefined ? "absent" : { version } },
          ...objects.map((object, index) => ({
            put: { ...eventKey(last + 1 + index), fields: { schema: 1, object, at: now }, expiresAt },
          })),
        ]);
        return newest;
      });
    },

    /** Returns up to `limit` events after `since`, oldest first, and true for `isComplete` if none in between is lost. */
    async since(since: number, limit: number) {
      let { last } = await head();
      const newestBehind = async () => {
        for (;;) {
          const behind = Math.min(last - since, maxAtOnce);
          const items = await firstItems(table, { pk: "events#feed", reverse: true }, behind);
          const newest = Number(items[0]?.sk ?? last);
          if (newest <= last || behind === maxAtOnce) return items;
          // Other events were added in the meantime, and took the places of our oldest ones in the response.
          last = newest;
        }
      };
      if (last <= since) return { events: [], position: last, isComplete: last === since };
      const items = await newestBehind();
      const kept = items
        .map(
          ({ sk, fields }): Event => ({
            id: Number(sk),
            kind: "changed",
            object: String(fields.object),
            at: timestamp(Number(fields.at)),
          }),
        )
        .filter(({ id }) => id > since)
        .reverse();
      const events = kept.slice(0, limit);
      return { events, position: events.at(-1)?.id ?? last, isComplete: kept[0]?.id === since + 1 };
    },
  };
}

export type EventStore = ReturnType<typeof eventStore>;
