import type { Clock } from "#shared/ports/clock.ts";
import type { AttemptEnd } from "./delivery-kind.ts";
import { holdMs } from "./rules.ts";

/** Sources whose target is unavailable, as far as this process knows. */
export interface SourceHolds {
  isHeld(source: string): boolean;
  /** Returns true if its target was unavailable at the last attempt. */
  has(source: string): boolean;
  /** Records a result for all deliveries of the source. Returns the pause in milliseconds. */
  note(source: string, end: AttemptEnd): number;
}

export function sourceHolds(clock: Clock): SourceHolds {
  const holds = new Map<string, { readonly failures: number; readonly until: number }>();

  return {
    isHeld(source) {
      const until = holds.get(source)?.until ?? 0;
      const now = clock.now();
      // A later end than any pause was written before a clock was set back.
      return until > now && until - now <= holdMs(Number.POSITIVE_INFINITY);
    },
    has: (source) => holds.has(source),
    note(source, end) {
      if (end.outcome !== "unavailable") {
        holds.delete(source);
        // A target that states when it will be ready gets no other delivery before, up to the maximum pause.
        const waitMs = end.outcome === "failed" ? Math.min(end.retryAfterMs ?? 0, holdMs(Number.POSITIVE_INFINITY)) : 0;
        if (waitMs > 0) holds.set(source, { failures: 0, until: clock.now() + waitMs });
        return 0;
      }
      const failures = (holds.get(source)?.failures ?? 0) + 1;
      const heldMs = holdMs(failures);
      holds.set(source, { failures, until: clock.now() + heldMs });
      return heldMs;
    },
  };
}
