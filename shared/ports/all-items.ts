import type { Item, Query, Table } from "./table.ts";

/** Every item of a query, a page after the other. What is written meanwhile may be among them or not. */
export async function* allItems(table: Pick<Table, "query">, query: Omit<Query, "cursor">): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const page = await table.query({ ...query, ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}
