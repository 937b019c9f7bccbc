import { StoreUnavailable, type Table } from "#shared/ports/table.ts";

/** A table that is asked no more once it has answered nothing, until `again`: a check would wait at each of its steps, and its caller for none of it. */
export function waitedForOnce(store: Table): { readonly table: Table; readonly again: () => void } {
  let isAway = false;
  const once =
    <Given extends unknown[], Found>(work: (...given: Given) => Promise<Found>) =>
    async (...given: Given): Promise<Found> => {
      if (isAway) throw new StoreUnavailable("The store has just answered nothing");
      try {
        return await work(...given);
      } catch (thrown) {
        isAway ||= thrown instanceof StoreUnavailable;
        throw thrown;
      }
    };
  const table: Table = {
    get: once(store.get),
    query: once(store.query),
    put: once(store.put),
    update: once(store.update),
    delete: once(store.delete),
    transact: once(store.transact),
  };
  return {
    table,
    again() {
      isAway = false;
    },
  };
}
