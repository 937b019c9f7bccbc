import { mcpServerStore } from "#shared/mcp-servers/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** MCP servers as they are kept. */
export const mcpServerRecords = memoized(({ table }: Pick<Platform, "table">) => mcpServerStore(table));
