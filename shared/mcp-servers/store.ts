import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Key, Table } from "#shared/ports/table.ts";
import { HistoryEntry, keptEntries } from "./history/entry.ts";
import { ServerRecord } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const mcpServerPartitions = ["mcp-servers", "mcp-server-history#*", "mcp-counter"];
/** Partitions that calls of a server's clients read. */
export const mcpServerReads = ["mcp-servers"];

const maxChecked = 200;

const partition = "mcp-servers";
const recordKey = (slug: string): Key => ({ pk: partition, sk: slug.toLowerCase() });
const historyKey = (id: number, version: number): Key => ({
  pk: `mcp-server-history#${id}`,
  sk: String(version).padStart(12, "0"),
});

/** Server with the item version for conditional writes. */
export interface StoredServer {
  readonly record: ServerRecord;
  readonly version: number;
}

/** Stores MCP servers on the Table port: one item for each server with its tools, by slug, and one for each change. */
export function mcpServerStore(table: Table) {
  const checked = new Map<string, ServerRecord>();
  // Every call reads one, and validating fifty tools takes longer than the rest of the read. The content of a version never changes.
  const recordIn = ({ fields }: Item): ServerRecord => {
    const name = `${fields.id}@${fields.version}`;
    const record = checked.get(name) ?? ServerRecord.parse(fields);
    checked.delete(name);
    checked.set(name, record);
    if (checked.size > maxChecked) checked.delete(checked.keys().next().value as string);
    return record;
  };
  const stored = (item: Item): StoredServer => ({ record: recordIn(item), version: item.version });
  const fieldsOf = (record: ServerRecord) => record as unknown as Fields;

  const noted = (record: ServerRecord, entry: HistoryEntry) => ({
    put: { ...historyKey(record.id, record.version), fields: entry as unknown as Fields },
  });
  /** Deletes the entry that exceeds the history limit when a new one is added. */
  const forgotten = ({ id, version }: ServerRecord) =>
    version > keptEntries ? [{ delete: historyKey(id, version - keptEntries) }] : [];

  return {
    /** Returns a number that no server or tool had before. */
    async nextId(of: "servers" | "tools"): Promise<number> {
      const { fields } = await table.update({ pk: "mcp-counter", sk: of }, { add: { last: 1 } });
      return Number(fields.last);
    },

    /** Finds a server by slug, case-insensitively: `Sales` and `sales` are the same URL. */
    async bySlug(slug: string): Promise<StoredServer | undefined> {
      const item = await table.get(recordKey(slug));
      return item && stored(item);
    },

    async all(): Promise<readonly StoredServer[]> {
      return (await Array.fromAsync(allItems(table, { pk: partition }))).map(stored);
    },

    /** @throws ConditionFailed if the slug already exists */
    async create(record: ServerRecord, entry: HistoryEntry): Promise<void> {
      await table.transact([
        { put: { ...recordKey(record.slug), fields: fieldsOf(record) }, condition: "absent" },
        noted(record, entry),
      ]);
    },

    /**
     * Updates a server, and moves it if its slug changes.
     * @throws ConditionFailed if it was changed since it was read, or the new slug already exists
     */
    async change(before: StoredServer, record: ServerRecord, entry: HistoryEntry): Promise<void> {
      const from = recordKey(before.record.slug);
      const to = recordKey(record.slug);
      const put = { ...to, fields: fieldsOf(record) };
      const writes =
        from.sk === to.sk
          ? [{ put, condition: { version: before.version } }]
          : [
              { delete: from, condition: { version: before.version } },
              { put, condition: "absent" as const },
            ];
      await table.transact([...writes, noted(record, entry), ...forgotten(record)]);
    },

    /**
     * Deletes a server with its tools. Its history stays readable by number.
     * @throws ConditionFailed if it was changed since it was read
     */
    async delete({ record, version }: StoredServer): Promise<void> {
      await table.delete(recordKey(record.slug), { version });
    },

    /**
     * Lists changes, newest first.
     * @throws CursorRefused
     */
    async history(id: number, { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const page = await table.query({
        ...{ pk: `mcp-server-history#${id}`, reverse: true, limit },
        ...(cursor !== undefined && { cursor }),
      });
      return { entries: page.items.map(({ fields }) => HistoryEntry.parse(fields)), cursor: page.cursor ?? null };
    },
  };
}

export type McpServerStore = ReturnType<typeof mcpServerStore>;
