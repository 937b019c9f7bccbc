import * as z from "zod";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { changesOfServer, type HistoryEntry } from "./history/entry.ts";
import { ServerRecord, ToolRecord } from "./record.ts";
import type { McpServerStore, StoredServer } from "./store.ts";

const ServerEntry = ServerRecord.omit({ schema: true, id: true, version: true, updatedAt: true } as const).extend({
  tools: z.array(ToolRecord.omit({ id: true, updatedAt: true } as const)),
});
type ServerEntry = z.output<typeof ServerEntry>;

interface TransferredServersDependencies {
  readonly store: Pick<McpServerStore, "all" | "nextId" | "create" | "change">;
  readonly clock: Clock;
  /** Revokes access that people granted to clients for a server that now belongs to another file. */
  readonly endSignIns: (slug: string) => Promise<unknown>;
}

/** Transfers MCP servers with their tools to another installation. They contain no secrets. */
export function transferredMcpServers({
  store,
  clock,
  endSignIns,
}: TransferredServersDependencies): TransferPart<ServerEntry, StoredServer> {
  /** Tools keep their number if the server already has a tool with the same name. */
  const made = async (entry: ServerEntry, before: ServerRecord | undefined): Promise<ServerRecord> => {
    const now = clock.now();
    const tools: ToolRecord[] = [];
    for (const tool of entry.tools) {
      const known = before?.tools.find(({ mcpName }) => mcpName === tool.mcpName);
      tools.push({ ...tool, id: known?.id ?? (await store.nextId("tools")), updatedAt: now });
    }
    const id = before?.id ?? (await store.nextId("servers"));
    return { ...entry, schema: 1, id, tools, version: (before?.version ?? 0) + 1, updatedAt: now };
  };

  const entryFor = (record: ServerRecord, before: ServerRecord | undefined): HistoryEntry => ({
    ...{ schema: 1, version: record.version, at: record.updatedAt, by: "transfer", toolId: null, toolName: null },
    what: before === undefined ? "created" : "changed",
    changes: changesOfServer(before, record),
  });

  return {
    entry: ServerEntry,
    all: () => store.all(),
    async entryOf({ record }) {
      const { schema: _, id: __, version: ___, updatedAt: ____, tools, ...fields } = record;
      return { ...fields, tools: tools.map(({ id: _id, updatedAt: _at, ...tool }) => tool) };
    },
    identityOf: ({ slug }) => slug.toLowerCase(),
    identityOfStored: ({ record }) => record.slug.toLowerCase(),
    titleOf: ({ name, slug }) => `${name} (${slug})`,
    async create(entry) {
      const record = await made(entry, undefined);
      await store.create(record, entryFor(record, undefined));
    },
    async replace(entry, stored) {
      const record = await made(entry, stored.record);
      await store.change(stored, record, entryFor(record, stored.record));
      const { slug, filename } = stored.record;
      const isSameFile = normalizedDatabaseName(record.filename) === normalizedDatabaseName(filename);
      if (record.slug !== slug || !isSameFile) await endSignIns(slug);
    },
  };
}
