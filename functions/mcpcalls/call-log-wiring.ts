import { callLog } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { gathering } from "../mcp/gathering-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Log of MCP calls. A separate file, because a shutdown must save it even if nothing else of MCP was loaded. */
export const callsOfMcp = memoized(
  ({ table, ...platform }: Pick<Platform, "table"> & Parameters<typeof gathering>[0]) =>
    callLog({ table, ...gathering(platform) }),
);
