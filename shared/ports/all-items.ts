import type { Item, Query, Table } from "./table.ts";

/** Yields every item of a query, page by page. Items written in the meantime may or may not be included. */
export async function* allItems(table: Pick<Table, "query">, query: Omit<Query, "cursor">): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const page = await table.query({ ...query, ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}
