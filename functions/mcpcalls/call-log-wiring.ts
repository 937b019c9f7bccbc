import { callLog } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { gathering } from "../mcp/gathering-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** What was called. Of its own, since a stop has to write it down where nothing of MCP was ever loaded. */
export const callsOfMcp = memoized(
  ({ table, ...platform }: Pick<Platform, "table"> & Parameters<typeof gathering>[0]) =>
    callLog({ table, ...gathering(platform) }),
);
