import { mcpServerStore } from "#shared/mcp-servers/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export const mcpServerRecords = memoized(({ table }: Pick<Platform, "table">) => mcpServerStore(table));
