import { type Key, StoreUnavailable, type Table } from "#shared/ports/table.ts";

/** Table that counts its calls and can be made unavailable. */
export interface WatchedTable extends Table {
  /** While true, every call fails. */
  away: boolean;
  /** While true, every call waits. */
  hangs: boolean;
  /** Returns the number of reads and writes of items whose partition has this prefix. */
  reads(partition: string): number;
  writes(partition: string): number;
}

export function watchedTable(table: Table): WatchedTable {
  const read: string[] = [];
  const written: string[] = [];
  let away = false;
  let hanging: PromiseWithResolvers<void> | undefined;
  const count = (list: readonly string[], partition: string) => list.filter((pk) => pk.startsWith(partition)).length;
  const note = (list: string[], { pk }: Pick<Key, "pk">) => {
    if (away) throw new StoreUnavailable("The test's store is away");
    list.push(pk);
  };

  return {
    get away() {
      return away;
    },
    set away(now) {
      away = now;
    },
    get hangs() {
      return hanging !== undefined;
    },
    set hangs(now) {
      hanging?.resolve();
      hanging = now ? Promise.withResolvers() : undefined;
    },
    reads: (partition) => count(read, partition),
    writes: (partition) => count(written, partition),
    async get(key) {
      note(read, key);
      if (hanging !== undefined) await hanging.promise;
      return table.get(key);
    },
    async query(query) {
      note(read, query);
      if (hanging !== undefined) await hanging.promise;
      return table.query(query);
    },
    async put(item, condition) {
      note(written, item);
      if (hanging !== undefined) await hanging.promise;
      return table.put(item, condition);
    },
    async update(key, change, condition) {
      note(written, key);
      if (hanging !== undefined) await hanging.promise;
      return table.update(key, change, condition);
    },
    async delete(key, condition) {
      note(written, key);
      if (hanging !== undefined) await hanging.promise;
      return table.delete(key, condition);
    },
    async transact(writes, options) {
      for (const write of writes)
        note(
          written,
          "put" in write
            ? write.put
            : "update" in write
              ? write.update
              : "delete" in write
                ? write.delete
                : write.check,
        );
      if (hanging !== undefined) await hanging.promise;
      return table.transact(writes, options);
    },
  };
}
