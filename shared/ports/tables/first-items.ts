import type { Item, Query, Table } from "../table.ts";

/** Maximum size of a page. */
const maxPage = 1_000;

/** Returns the first items of a query, up to `count`. Reads as many pages as that takes: a page of large items is short. */
export async function firstItems(
  table: Pick<Table, "query">,
  query: Omit<Query, "cursor" | "limit">,
  count: number,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; items.length < count; ) {
    const limit = Math.min(maxPage, count - items.length);
    const page = await table.query({ ...query, limit, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return items;
}
