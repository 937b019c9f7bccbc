import type { Clock } from "#shared/ports/clock.ts";
import type { AttemptEnd } from "./delivery-kind.ts";
import { holdMs } from "./rules.ts";

/** Sources whose target is away, as far as this process knows. */
export interface SourceHolds {
  isHeld(source: string): boolean;
  /** Whether its target was away when something last went there. */
  has(source: string): boolean;
  /** Notes an outcome for all deliveries of the source, and answers how long it is left alone. */
  note(source: string, end: AttemptEnd): number;
}

export function sourceHolds(clock: Clock): SourceHolds {
  const holds = new Map<string, { readonly failures: number; readonly until: number }>();

  return {
    isHeld(source) {
      const until = holds.get(source)?.until ?? 0;
      const now = clock.now();
      // One that is further ahead than any hold lasts is of a clock that was set back since.
      return until > now && until - now <= holdMs(Number.POSITIVE_INFINITY);
    },
    has: (source) => holds.has(source),
    note(source, end) {
      if (end.outcome !== "unavailable") {
        holds.delete(source);
        // One that says when it will be ready gets none of the others before, for as long as a hold lasts.
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
