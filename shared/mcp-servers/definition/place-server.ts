import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { changesBetween, changesOfServer } from "../history/entry.ts";
import type { ServerRecord, ToolRecord } from "../record.ts";
import { checkedServer, withTool } from "../rules.ts";
import type { McpServerStore } from "../store.ts";
import type { McpServerDefinition } from "./contract.ts";
import { toolFieldsOf } from "./definition-of.ts";

interface PlaceDependencies {
  readonly store: Pick<McpServerStore, "bySlug" | "nextId" | "create" | "change">;
  readonly clock: Clock;
}

/** Returns the reason if the server isn't imported. */
export type PlaceMcpServer = (file: string, brought: McpServerDefinition) => Promise<string | undefined>;

/** Author of the change in the history. */
const by = "deployment";

/**
 * Imports the MCP server of a file from a build. If the file already has a server with this slug, it is updated with its tools; access and
 * active states stay the same. A slug that another file uses stays with that file. Can be repeated.
 */
export function placeMcpServer({ store, clock }: PlaceDependencies): PlaceMcpServer {
  /** Tools that the server already has by name keep their number and active state. */
  const toolsOf = async ({ tools }: McpServerDefinition, before: ServerRecord | undefined): Promise<ToolRecord[]> => {
    const now = clock.now();
    const placed: ToolRecord[] = [];
    for (const definition of tools) {
      const normalized = definition.mcp_name.toLowerCase();
      const known = before?.tools.find(({ mcpName }) => mcpName.toLowerCase() === normalized);
      const fields = toolFieldsOf(definition);
      if (known === undefined)
        placed.push({ ...fields, id: await store.nextId("tools"), createdAt: now, updatedAt: now });
      else {
        const tool = { ...known, ...fields, isActive: known.isActive };
        placed.push(changesBetween(known, tool).length === 0 ? known : { ...tool, updatedAt: now });
      }
    }
    return placed;
  };

  const recordOf = async (
    file: string,
    brought: McpServerDefinition,
    before: ServerRecord | undefined,
  ): Promise<ServerRecord> => {
    const now = clock.now();
    const { slug, name, description, instructions } = brought;
    const fields = before ?? {
      schema: 1,
      id: await store.nextId("servers"),
      slug,
      filename: fullDatabaseName(file.normalize("NFC")),
      isActive: brought.is_active,
      dataTools: brought.data_tools,
      allowedTables: brought.allowed_tables,
      oauthEnabled: brought.oauth_enabled,
      callsPerMinute: null,
      version: 0,
      createdAt: now,
      createdBy: by,
    };
    const tools = await toolsOf(brought, before);
    const record = { ...fields, name, description, instructions, tools, version: fields.version + 1, updatedAt: now };
    return checkedServer(tools.reduce<ServerRecord>((server, tool) => withTool(server, tool, undefined), record));
  };

  const place: PlaceMcpServer = async (file, brought) => {
    const stored = await store.bySlug(brought.slug);
    const before = stored?.record;
    if (before !== undefined && normalizedDatabaseName(before.filename) !== normalizedDatabaseName(file))
      return `its address belongs to ${before.filename}`;
    const record = await recordOf(file, brought, before);
    const changes = changesOfServer(before, record);
    if (before !== undefined && changes.length === 0) return undefined;
    const entry = {
      ...{ schema: 1 as const, version: record.version, at: record.updatedAt, by, toolId: null, toolName: null },
      what: before === undefined ? ("created" as const) : ("changed" as const),
      changes,
    };
    if (stored === undefined) await store.create(record, entry);
    else await store.change(stored, record, entry);
    return undefined;
  };

  return async (file, brought) => {
    try {
      return await retryOnConflict(() => place(file, brought));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return thrown.text;
      throw thrown;
    }
  };
}
