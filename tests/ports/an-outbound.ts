import { onTestFinished } from "vitest";
import { type OutboundOptions, undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import type { Outbound } from "#shared/ports/outbound.ts";

/** An Outbound for one test. */
export function anOutbound(origin: string, options: Omit<OutboundOptions, "origin"> = {}): Outbound {
  const outbound = undiciOutbound({ origin, ...options });
  // Not waited for: a test may leave a call hanging whose server goes away after it.
  onTestFinished(() => void outbound.close());
  return outbound;
}
