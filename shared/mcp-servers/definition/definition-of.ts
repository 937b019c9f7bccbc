import { inputSchemaOf, parametersIn, type ServerRecord, type ToolRecord } from "../record.ts";
import type { McpServerDefinition } from "./contract.ts";

type ToolDefinition = McpServerDefinition["tools"][number];

/** Returns a server with its tools for inclusion in a build. */
export function definitionOf(record: ServerRecord): McpServerDefinition {
  const { slug, name, description, instructions } = record;
  return {
    ...{ slug, name, description, instructions },
    is_active: record.isActive,
    data_tools: record.dataTools,
    allowed_tables: record.allowedTables,
    oauth_enabled: record.oauthEnabled,
    tools: record.tools.map(toolDefinitionOf),
  };
}

function toolDefinitionOf(tool: ToolRecord): ToolDefinition {
  const { name, title, description, annotations } = tool;
  return {
    ...{ name, title, description, annotations },
    mcp_name: tool.mcpName,
    has_own_mcp_name: tool.hasOwnMcpName,
    script_name: tool.scriptName,
    input_schema: inputSchemaOf(tool.parameters),
    is_active: tool.isActive,
    output_mode: tool.outputMode,
    timeout_s: tool.timeoutS,
    required_scope: tool.requiredScope,
  };
}

/** Returns the fields of a stored tool, except those that the installation assigns. */
export function toolFieldsOf(tool: ToolDefinition): Omit<ToolRecord, "id" | "createdAt" | "updatedAt"> {
  const { name, title, description, annotations } = tool;
  return {
    ...{ name, title, description, annotations },
    mcpName: tool.mcp_name,
    hasOwnMcpName: tool.has_own_mcp_name,
    scriptName: tool.script_name,
    parameters: parametersIn(tool.input_schema),
    isActive: tool.is_active,
    outputMode: tool.output_mode,
    timeoutS: tool.timeout_s,
    requiredScope: tool.required_scope,
  };
}
