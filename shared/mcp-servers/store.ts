import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Key, Table } from "#shared/ports/table.ts";
import { HistoryEntry, keptEntries } from "./history/entry.ts";
import { ServerRecord } from "./record.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const mcpServerPartitions = ["mcp-servers", "mcp-server-history#*", "mcp-counter"];
/** What is read to answer a client of a server. */
export const mcpServerReads = ["mcp-servers"];

const mostChecked = 200;

const partition = "mcp-servers";
const recordKey = (slug: string): Key => ({ pk: partition, sk: slug.toLowerCase() });
const historyKey = (id: number, version: number): Key => ({
  pk: `mcp-server-history#${id}`,
  sk: String(version).padStart(12, "0"),
});

/** A server with the version that a change has to name. */
export interface StoredServer {
  readonly record: ServerRecord;
  readonly version: number;
}

/** MCP servers on the Table port: an item for each server with its tools, by its slug, and one for each change of it. */
export function mcpServerStore(table: Table) {
  const checked = new Map<string, ServerRecord>();
  // Each call reads one, and fifty tools take longer to check than all else of it. What is stored under a version never changes.
  const recordIn = ({ fields }: Item): ServerRecord => {
    const name = `${fields.id}@${fields.version}`;
    const record = checked.get(name) ?? ServerRecord.parse(fields);
    checked.delete(name);
    checked.set(name, record);
    if (checked.size > mostChecked) checked.delete(checked.keys().next().value as string);
    return record;
  };
  const stored = (item: Item): StoredServer => ({ record: recordIn(item), version: item.version });
  const fieldsOf = (record: ServerRecord) => record as unknown as Fields;

  const noted = (record: ServerRecord, entry: HistoryEntry) => ({
    put: { ...historyKey(record.id, record.version), fields: entry as unknown as Fields },
  });
  /** What is older than what is kept goes as something new comes. */
  const forgotten = ({ id, version }: ServerRecord) =>
    version > keptEntries ? [{ delete: historyKey(id, version - keptEntries) }] : [];

  return {
    /** A number that no server and no tool had before. */
    async nextId(of: "servers" | "tools"): Promise<number> {
      const { fields } = await table.update({ pk: "mcp-counter", sk: of }, { add: { last: 1 } });
      return Number(fields.last);
    },

    /** In any case: `Sales` and `sales` are one address. */
    async bySlug(slug: string): Promise<StoredServer | undefined> {
      const item = await table.get(recordKey(slug));
      return item && stored(item);
    },

    async all(): Promise<readonly StoredServer[]> {
      return (await Array.fromAsync(allItems(table, { pk: partition }))).map(stored);
    },

    /** @throws ConditionFailed when its slug is taken */
    async create(record: ServerRecord, entry: HistoryEntry): Promise<void> {
      await table.transact([
        { put: { ...recordKey(record.slug), fields: fieldsOf(record) }, condition: "absent" },
        noted(record, entry),
      ]);
    },

    /** Where its slug changes it moves. @throws ConditionFailed when it was changed since it was read, or the new slug is taken */
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

    /** Its tools go with it; what was changed stays to be read by its number. @throws ConditionFailed when it was changed since it was read */
    async delete({ record, version }: StoredServer): Promise<void> {
      await table.delete(recordKey(record.slug), { version });
    },

    /** The newest changes first. @throws CursorRefused */
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
