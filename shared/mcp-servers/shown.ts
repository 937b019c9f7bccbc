import { timestamp } from "#shared/contract/scalars.ts";
import type { McpServer } from "./contract.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { inputSchemaOf, type ServerRecord, type ToolRecord } from "./record.ts";
import type { McpTool } from "./tools/contract.ts";

/** Returns a server for the management API. */
export function shownServer(record: ServerRecord): McpServer {
  const { slug, name, filename, description, instructions, version } = record;
  return {
    ...{ slug, name, filename, description, instructions, version },
    is_active: record.isActive,
    created_at: timestamp(record.createdAt),
    updated_at: timestamp(record.updatedAt),
    created_by: record.createdBy,
    data_tools: record.dataTools,
    allowed_tables: record.allowedTables,
    oauth_enabled: record.oauthEnabled,
    calls_per_minute: record.callsPerMinute,
  };
}

/** Returns a tool for the management API. */
export function shownTool({ slug }: Pick<ServerRecord, "slug">, tool: ToolRecord): McpTool {
  const { id, name, description, annotations } = tool;
  return {
    ...{ id, name, description, annotations },
    mcp_server_slug: slug,
    script_name: tool.scriptName,
    input_schema: inputSchemaOf(tool.parameters),
    is_active: tool.isActive,
    created_at: timestamp(tool.createdAt),
    updated_at: timestamp(tool.updatedAt),
    title: tool.title ?? name,
    mcp_name: tool.mcpName,
    has_own_mcp_name: tool.hasOwnMcpName,
    output_mode: tool.outputMode,
    timeout_s: tool.timeoutS,
    required_scope: tool.requiredScope,
    json_schema: { ...jsonSchemaOf(tool.parameters) },
  };
}
