import { timestamp } from "#shared/contract/scalars.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { Event } from "./contract.ts";

const keptMs = 60 * 60_000;
const mostAtOnce = 1_000;
/** How many events can be added at once. */
export const mostAdded = 50;

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const eventPartitions = ["events#*"];
/** Where one who publishes reads which number is next. */
export const eventHeadPartitions = ["events#head"];

const headKey = { pk: "events#head", sk: "head" };
const eventKey = (id: number) => ({ pk: "events#feed", sk: String(id).padStart(16, "0") });

/** Events on the Table port. A number becomes visible together with its event, so that a reader who has come as far as one has missed none before. */
export function eventStore(table: Table) {
  const head = async () => {
    const item = await table.get(headKey);
    return { last: item === undefined ? 0 : Number(item.fields.last), version: item?.version };
  };

  return {
    /** The number of the newest event; 0 when there was none. */
    last: async (): Promise<number> => (await head()).last,

    /** Adds events, at most `mostAdded`. Those that come at once get their numbers one after the other. Answers the last one's. */
    async add(objects: readonly string[], now: number): Promise<number> {
      const expiresAt = Math.ceil((now + keptMs) / 1000);
      for (;;) {
        const { last, version } = await head();
        const newest = last + objects.length;
        const nextHead = { ...headKey, fields: { schema: 1, last: newest } };
        try {
          await table.transact([
            { put: nextHead, condition: version === undefined ? "absent" : { version } },
            ...objects.map((object, index) => ({
              put: { ...eventKey(last + 1 + index), fields: { schema: 1, object, at: now }, expiresAt },
            })),
          ]);
          return newest;
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        }
      }
    },

    /** Up to `limit` events behind `since`, oldest first, and whether none between is lost. */
    async since(since: number, limit: number) {
      let { last } = await head();
      const newestBehind = async () => {
        for (;;) {
          const behind = Math.min(last - since, mostAtOnce);
          const { items } = await table.query({ pk: "events#feed", reverse: true, limit: behind });
          const newest = Number(items[0]?.sk ?? last);
          if (newest <= last || behind === mostAtOnce) return items;
          // Others have come meanwhile, and stand where the oldest of ours would have stood.
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
