import type { GatheringDependencies } from "#shared/mcp/guards/gathered-writes.ts";
import { type CallCounts, callCounts } from "#shared/mcp/guards/rates.ts";
import { guardStore } from "#shared/mcp/guards/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** How writes that no call waits for are gathered. A function that has one call at a time would only keep it waiting. */
export function gathering({
  clock,
  background,
  hasOneCallAtATime,
}: Pick<Platform, "clock" | "background" | "hasOneCallAtATime">): GatheringDependencies {
  return { clock, background, gatheredMs: hasOneCallAtATime ? 0 : 250 };
}

/** Counts the calls of tools. */
export const toolCallCounts = memoized(
  ({ table, ...platform }: Pick<Platform, "table" | "clock" | "background" | "hasOneCallAtATime">): CallCounts =>
    callCounts(guardStore(table), gathering(platform)),
);
