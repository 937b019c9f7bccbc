import type { Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { mcpServers } from "./contract.ts";
import { changesBetween, type HistoryEntry } from "./history/entry.ts";
import { parametersIn, type ServerRecord, type ToolRecord } from "./record.ts";
import { checkedServer, isDescribed, withTool } from "./rules.ts";
import { shownServer, shownTool } from "./shown.ts";
import type { McpServerStore, StoredServer } from "./store.ts";
import { type Annotations, cautiousAnnotations } from "./tools/contract.ts";

interface McpServerDependencies {
  readonly store: McpServerStore;
  readonly clock: Clock;
  /** Revokes access that people granted to clients for a server that was deleted or now belongs to another file. */
  readonly endSignIns: (slug: string) => Promise<unknown>;
}

/** Change with its details for the history. */
interface Changed {
  readonly record: ServerRecord;
  readonly tool?: { readonly id: number; readonly name: string };
  readonly what: HistoryEntry["what"];
  readonly changes: HistoryEntry["changes"];
}

/** Creates the service for the definitions of MCP servers. */
export function mcpServerService({ store, clock, endSignIns }: McpServerDependencies): ServiceOf<typeof mcpServers> {
  const found = async (slug: string): Promise<StoredServer> => {
    const stored = await store.bySlug(slug);
    if (stored === undefined) throw new ServiceError("mcp_server_not_found");
    return stored;
  };

  const entryOf = ({ record, tool, what, changes }: Changed, call: Call): HistoryEntry => ({
    ...{ schema: 1, version: record.version, at: record.updatedAt, by: callerName(call.caller), what, changes },
    toolId: tool?.id ?? null,
    toolName: tool?.name ?? null,
  });

  /** Changes a server, and retries after concurrent changes. */
  const changed = async (
    slug: string,
    call: Call,
    change: (record: ServerRecord) => Changed,
  ): Promise<ServerRecord> => {
    return retryOnConflict(async () => {
      const before = await found(slug);
      const made = change(before.record);
      if (made.what === "changed" && made.changes.length === 0) return before.record;
      const record = { ...made.record, version: before.record.version + 1, updatedAt: clock.now() };
      try {
        await store.change(before, record, entryOf({ ...made, record }, call));
        return record;
      } catch (thrown) {
        const isRenamed = record.slug.toLowerCase() !== slug.toLowerCase();
        if (thrown instanceof ConditionFailed && isRenamed) await refuseTaken(record.slug);
        throw thrown;
      }
    });
  };

  /** Updates or creates a tool. */
  const changedTool = async (
    slug: string,
    call: Call,
    id: number,
    mcpName: string | null | undefined,
    change: (before: ToolRecord | undefined) => ToolRecord,
  ) => {
    const server = await changed(slug, call, (record) => {
      const before = record.tools.find((tool) => tool.id === id);
      const wanted = withTool(record, { ...change(before), updatedAt: clock.now() }, mcpName);
      const after = toolIn(wanted, id);
      const what = before === undefined ? "created" : "changed";
      return { record: wanted, tool: after, what, changes: changesBetween(before, after) };
    });
    return shownTool(server, toolIn(server, id));
  };

  return {
    async createMcpServer(input, call) {
      const now = clock.now();
      await refuseTaken(input.slug);
      const record = checkedServer({
        schema: 1,
        id: await store.nextId("servers"),
        ...{ slug: input.slug, name: input.name },
        filename: fullDatabaseName(input.filename.normalize("NFC")),
        description: input.description ?? null,
        isActive: input.is_active,
        instructions: input.instructions ?? null,
        dataTools: input.data_tools ?? "off",
        allowedTables: input.allowed_tables ?? [],
        oauthEnabled: input.oauth_enabled ?? true,
        callsPerMinute: input.calls_per_minute ?? null,
        tools: [],
        ...{ version: 1, createdAt: now, updatedAt: now, createdBy: callerName(call.caller) },
      });
      const changes = changesBetween(undefined, record);
      await store.create(record, entryOf({ record, what: "created", changes }, call)).catch(async (thrown: unknown) => {
        if (thrown instanceof ConditionFailed) await refuseTaken(record.slug);
        throw thrown;
      });
      return shownServer(record);
    },

    listMcpServers: async () => ({ servers: (await store.all()).map(({ record }) => shownServer(record)) }),

    async getMcpServer({ mcp_server_slug: slug }) {
      const { record } = await found(slug);
      return { ...shownServer(record), tools: record.tools.map((tool) => shownTool(record, tool)) };
    },

    async updateMcpServer({ mcp_server_slug: slug, updates }, call) {
      let [address, file] = [slug, ""];
      const record = await changed(slug, call, (before) => {
        [address, file] = [before.slug, before.filename];
        const after = checkedServer({
          ...before,
          slug: updates.slug ?? before.slug,
          name: updates.name ?? before.name,
          filename:
            updates.filename === undefined ? before.filename : fullDatabaseName(updates.filename.normalize("NFC")),
          description: updates.description ?? before.description,
          isActive: updates.is_active ?? before.isActive,
          instructions: updates.instructions === undefined ? before.instructions : updates.instructions,
          dataTools: updates.data_tools ?? before.dataTools,
          allowedTables: updates.allowed_tables ?? before.allowedTables,
          oauthEnabled: updates.oauth_enabled ?? before.oauthEnabled,
          callsPerMinute: updates.calls_per_minute === undefined ? before.callsPerMinute : updates.calls_per_minute,
        });
        return { record: after, what: "changed", changes: changesBetween(before, after) };
      });
      // People signed in at this URL with accounts of the previous file; their passwords must not be tried on another file.
      const isSameFile = normalizedDatabaseName(record.filename) === normalizedDatabaseName(file);
      if (record.slug !== address || !isSameFile) await endSignIns(address);
      return shownServer(record);
    },

    async deleteMcpServer({ mcp_server_slug: slug }) {
      return retryOnConflict(async () => {
        const stored = await found(slug);
        await store.delete(stored);
        await endSignIns(stored.record.slug);
        return { ok: true };
      });
    },

    async createMcpTool({ mcp_server_slug: slug, mcp_name: mcpName, ...input }, call) {
      await found(slug);
      const id = await store.nextId("tools");
      const now = clock.now();
      return changedTool(slug, call, id, mcpName, () => {
        const tool: ToolRecord = {
          ...{ id, name: input.name, title: input.title ?? null, mcpName: "", hasOwnMcpName: false },
          description: input.description ?? null,
          scriptName: input.script_name,
          parameters: parametersIn(input.input_schema),
          isActive: true,
          annotations: annotationsWith(cautiousAnnotations, input.annotations),
          outputMode: input.output_mode,
          timeoutS: input.timeout_s,
          requiredScope: input.required_scope ?? null,
          ...{ createdAt: now, updatedAt: now },
        };
        return { ...tool, isActive: input.is_active ?? isDescribed(tool) };
      });
    },

    async listMcpTools({ mcp_server_slug: slug }) {
      const { record } = await found(slug);
      return { tools: record.tools.map((tool) => shownTool(record, tool)) };
    },

    async getMcpTool({ mcp_server_slug: slug, id }) {
      const { record } = await found(slug);
      return shownTool(record, toolIn(record, id));
    },

    updateMcpTool({ mcp_server_slug: slug, id, mcp_name: mcpName, ...updates }, call) {
      return changedTool(slug, call, id, mcpName, (before) => {
        if (before === undefined) throw new ServiceError("mcp_tool_not_found");
        return {
          ...before,
          name: updates.name ?? before.name,
          title: updates.title === undefined ? before.title : updates.title,
          description: updates.description ?? before.description,
          scriptName: updates.script_name ?? before.scriptName,
          parameters: updates.input_schema === undefined ? before.parameters : parametersIn(updates.input_schema),
          isActive: updates.is_active ?? before.isActive,
          annotations: annotationsWith(before.annotations, updates.annotations),
          outputMode: updates.output_mode ?? before.outputMode,
          timeoutS: updates.timeout_s ?? before.timeoutS,
          requiredScope: updates.required_scope === undefined ? before.requiredScope : updates.required_scope,
        };
      });
    },

    async deleteMcpTool({ mcp_server_slug: slug, id }, call) {
      await changed(slug, call, (record) => {
        const tool = toolIn(record, id);
        const tools = record.tools.filter((one) => one.id !== id);
        return { record: { ...record, tools }, tool, what: "deleted", changes: changesBetween(tool, undefined) };
      });
      return { ok: true };
    },
  };

  async function refuseTaken(slug: string): Promise<void> {
    if ((await store.bySlug(slug)) !== undefined) throw new ServiceError("mcp_server_exists");
  }
}

function annotationsWith(before: Annotations, given: Partial<Record<keyof Annotations, boolean | undefined>> = {}) {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = before;
  return {
    readOnlyHint: given.readOnlyHint ?? readOnlyHint,
    destructiveHint: given.destructiveHint ?? destructiveHint,
    idempotentHint: given.idempotentHint ?? idempotentHint,
    openWorldHint: given.openWorldHint ?? openWorldHint,
  };
}

/** @throws ServiceError mcp_tool_not_found */
function toolIn({ tools }: ServerRecord, id: number): ToolRecord {
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) throw new ServiceError("mcp_tool_not_found");
  return tool;
}
