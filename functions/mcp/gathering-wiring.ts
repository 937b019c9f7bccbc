import type { GatheringDependencies } from "#shared/mcp/guards/gathered-writes.ts";
import type { Platform } from "../platform.ts";

/** How writes that no call waits for are gathered. A function that has one call at a time would only keep it waiting. */
export function gathering({
  clock,
  background,
  hasOneCallAtATime,
}: Pick<Platform, "clock" | "background" | "hasOneCallAtATime">): GatheringDependencies {
  return { clock, background, gatheredMs: hasOneCallAtATime ? 0 : 250 };
}
