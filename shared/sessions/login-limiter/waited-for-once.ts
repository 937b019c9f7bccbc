import { StoreUnavailable, type Table } from "#shared/ports/table.ts";

/**
 * Wraps a table so that it isn't accessed after it was unavailable once, until `again` is called: otherwise a check would wait in each of
 * its steps.
 */
export function waitedForOnce(store: Table): { readonly table: Table; readonly again: () => void } {
  let isAway = false;
  const once =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (isAway) throw new StoreUnavailable("The store failed to respond a moment ago");
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
