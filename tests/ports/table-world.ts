import { expect } from "vitest";
import type { Item, Query, Table } from "#shared/ports/table.ts";
import type { TurnableClock } from "../support/clocks/turnable-clock.ts";

/** New, empty table, and the clock that it uses. */
export interface TableWorld {
  readonly table: Table;
  readonly clock: TurnableClock;
  close(): Promise<void> | void;
}

/** Returns the time this number of seconds from now, by the world's clock. */
export function seconds({ clock }: TableWorld, fromNow: number): number {
  return Math.floor(clock.now() / 1000) + fromNow;
}

/** Returns every item of a query, read page by page. */
export async function everything(table: Table, query: Query): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await table.query({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(query.limit ?? 1000);
    items.push(...page.items);
    cursor = page.cursor;
  }
  return items;
}
