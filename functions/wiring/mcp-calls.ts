import type { GatheringDependencies } from "#shared/mcp/guards/gathered-writes.ts";
import { type CallCounts, callCounts } from "#shared/mcp/guards/rates.ts";
import { guardStore } from "#shared/mcp/guards/store.ts";
import { callLog } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Options for batching writes that no call waits for. With one call at a time, batching would only delay the function. */
function gathering({
  clock,
  background,
  hasOneCallAtATime,
}: Pick<Platform, "clock" | "background" | "hasOneCallAtATime">): GatheringDependencies {
  return { clock, background, gatheredMs: hasOneCallAtATime ? 0 : 250 };
}

/** Counts tool calls. */
export const toolCallCounts = memoized(
  ({ table, ...platform }: Pick<Platform, "table" | "clock" | "background" | "hasOneCallAtATime">): CallCounts =>
    callCounts(guardStore(table), gathering(platform)),
);

/** Log of MCP calls. A separate file, because a shutdown must save it even if nothing else of MCP was loaded. */
export const callsOfMcp = memoized(
  ({ table, ...platform }: Pick<Platform, "table"> & Parameters<typeof gathering>[0]) =>
    callLog({ table, ...gathering(platform) }),
);
