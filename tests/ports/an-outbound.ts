import { onTestFinished } from "vitest";
import { type OutboundOptions, undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import type { Outbound } from "#shared/ports/outbound.ts";

/** Returns an Outbound for one test. */
export function anOutbound(origin: string, options: Omit<OutboundOptions, "origin"> = {}): Outbound {
  const outbound = undiciOutbound({ origin, ...options });
  // Not awaited: a test may leave a pending call whose server closes later.
  onTestFinished(() => void outbound.close());
  return outbound;
}
