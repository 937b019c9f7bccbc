import { StoreUnavailable, type Table } from "#shared/ports/table.ts";

/** After so long a wait says nothing any more of the store: the process may have been frozen meanwhile. */
const believedMs = 10_000;

/**
 * A table for those who can go on without it: what it has not answered in time counts as away, and until that is answered nothing
 * else is asked. What was begun goes on.
 */
export function promptTable(table: Table, waitMs: number): Table {
  /** Since when something waits that is late. */
  let lateSince: number | undefined;

  const promptly = async <T>(begin: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    if (lateSince !== undefined && since - lateSince < believedMs) throw late(waitMs);
    const answer = begin();
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      lateSince = since;
      reject(late(waitMs));
    }, waitMs);
    const ended = () => {
      clearTimeout(timer);
      lateSince = undefined;
    };
    answer.then(ended, ended);
    return Promise.race([answer, tooLate]);
  };

  return {
    get: (key) => promptly(() => table.get(key)),
    query: (query) => promptly(() => table.query(query)),
    put: (item, condition) => promptly(() => table.put(item, condition)),
    update: (key, change, condition) => promptly(() => table.update(key, change, condition)),
    delete: (key, condition) => promptly(() => table.delete(key, condition)),
    transact: (writes) => promptly(() => table.transact(writes)),
  };
}

function late(waitMs: number): StoreUnavailable {
  return new StoreUnavailable(`The store has not answered within ${waitMs} ms`);
}
