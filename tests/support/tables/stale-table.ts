import type { Clock } from "#shared/ports/clock.ts";
import { targetOf } from "#shared/ports/limits/table-limits.ts";
import type { Item, Key, Query, Table, Write } from "#shared/ports/table.ts";
import { actingAsTest } from "../iam/acting-function.ts";

interface Moment {
  readonly at: number;
  readonly item: Item | undefined;
}

/** Returns a table whose reads return the data of `staleMs` ago, while its conditions use the current data. */
export function staleTable(table: Table, clock: Clock, staleMs: number): Table {
  const histories = new Map<string, Moment[]>();

  async function remember(writes: readonly Write[]): Promise<void> {
    for (const key of writes.map(targetOf)) {
      const history = histories.get(nameOf(key)) ?? [];
      history.push({ at: clock.now(), item: await actingAsTest(() => table.get(key)) });
      histories.set(nameOf(key), history);
    }
  }

  const before = (history: readonly Moment[]): Item | undefined => {
    const item = history.findLast(({ at }) => at <= clock.now() - staleMs)?.item;
    return item?.expiresAt !== undefined && item.expiresAt <= clock.now() / 1000 ? undefined : item;
  };
  const isIn = ({ pk, prefix = "", index = false }: Query, item: Item): boolean => {
    const place = index ? item.index : item;
    return place?.pk === pk && place.sk.startsWith(prefix);
  };

  return {
    get: async (key) => before(histories.get(nameOf(key)) ?? []),
    async query(query) {
      const items = [...histories.values()].map(before).filter((item) => item !== undefined && isIn(query, item));
      const sorted = (items as Item[]).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
      return { items: (query.reverse === true ? sorted.toReversed() : sorted).slice(0, query.limit ?? 1000) };
    },
    async put(put, condition) {
      const stored = await table.put(put, condition);
      await remember([{ put }]);
      return stored;
    },
    async update(update, change, condition) {
      const stored = await table.update(update, change, condition);
      await remember([{ update, change }]);
      return stored;
    },
    async delete(key, condition) {
      await table.delete(key, condition);
      await remember([{ delete: key }]);
    },
    async transact(writes, options) {
      await table.transact(writes, options);
      await remember(writes);
    },
  };
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\0${sk}`;
}
