import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { checkQuery } from "#shared/ports/limits/table-limits.ts";
import { CursorRefused, type Item, type Page, type Query } from "#shared/ports/table.ts";
import { itemOf } from "./rows.ts";

/** Reads one page of a query, as of `nowSeconds`. */
export type ReadPage = (query: Query, nowSeconds: number) => Page;

/** Maximum page size in bytes, as in DynamoDB: a page ends here even if more items are allowed. */
const pageBytes = 1024 * 1024;

export function tablePages(connection: DatabaseSync): ReadPage {
  const select = (condition: string, order: string): StatementSync =>
    connection.prepare(
      `SELECT * FROM items WHERE ${condition} AND (expires_at IS NULL OR expires_at > ?) ORDER BY ${order}`,
    );
  // One bound per side in each statement: with two on one side, SQLite would start from the farther one.
  const statements = {
    items: {
      first: select("pk = ? AND sk >= ? AND sk < ?", "sk"),
      next: select("pk = ? AND sk > ? AND sk < ?", "sk"),
      lastFirst: select("pk = ? AND sk >= ? AND sk < ?", "sk DESC"),
      lastNext: select("pk = ? AND sk >= ? AND sk < ?", "sk DESC"),
    },
    index: {
      first: select("index_pk = ? AND index_sk >= ? AND index_sk < ?", "index_sk, pk, sk"),
      next: select("index_pk = ? AND (index_sk, pk, sk) > (?, ?, ?) AND index_sk < ?", "index_sk, pk, sk"),
      lastFirst: select("index_pk = ? AND index_sk >= ? AND index_sk < ?", "index_sk DESC, pk DESC, sk DESC"),
      lastNext: select(
        "index_pk = ? AND index_sk >= ? AND (index_sk, pk, sk) < (?, ?, ?)",
        "index_sk DESC, pk DESC, sk DESC",
      ),
    },
  };

  return (query, nowSeconds) => {
    const limit = checkQuery(query);
    const { pk, prefix = "", index = false, reverse = false } = query;
    const { first, next, lastFirst, lastNext } = index ? statements.index : statements.items;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor, prefix, index ? 3 : 1);
    const above = behindPrefix(prefix);
    if (after === undefined) return page(reverse ? lastFirst : first, [pk, prefix, above, nowSeconds], limit, index);
    return reverse
      ? page(lastNext, [pk, prefix, ...after, nowSeconds], limit, index)
      : page(next, [pk, ...after, above, nowSeconds], limit, index);
  };
}

function page(statement: StatementSync, bounds: readonly SQLInputValue[], limit: number, index: boolean): Page {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of statement.iterate(...bounds)) {
    const last = items.at(-1);
    if (last !== undefined && (items.length === limit || bytes >= pageBytes)) {
      return { items, cursor: writeCursor(last, index) };
    }
    items.push(itemOf(row));
    bytes += String(row.fields).length;
  }
  return { items };
}

/** Returns the smallest text after all texts that start with `prefix`, or a blob if there is none: SQLite sorts blobs after texts. */
function behindPrefix(prefix: string): SQLInputValue {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // The surrogates between these two aren't characters.
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return new Uint8Array(0);
}

function writeCursor({ pk, sk, index }: Item, byIndex: boolean): string {
  const place = byIndex ? [index?.sk, pk, sk] : [sk];
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Checks a cursor: callers store cursors, and a modified one must not lead outside its query. */
function readCursor(cursor: string, prefix: string, length: number): readonly string[] {
  const place = parsed(Buffer.from(cursor, "base64url").toString());
  if (!Array.isArray(place) || place.length !== length)
    throw new CursorRefused("This cursor doesn't belong to a query");
  const texts = place.filter((part) => typeof part === "string");
  if (texts.length !== length || texts[0]?.startsWith(prefix) !== true) {
    throw new CursorRefused("This cursor belongs to another query");
  }
  return texts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CursorRefused("This cursor doesn't belong to a query", { cause: error });
  }
}
