import type { Clock } from "#shared/ports/clock.ts";
import type { Status } from "./contract.ts";
import type { StatusPageSettings, StatusPageStore } from "./store.ts";

/**
 * Time in milliseconds for which a status is cached, because any caller can request it: neither the store nor FileMaker Server is accessed
 * again.
 */
const heldMs = 15_000;

interface HeldStatusDependencies {
  readonly store: Pick<StatusPageStore, "settings" | "seen" | "keepSeen">;
  readonly look: (settings: StatusPageSettings) => Promise<Status>;
  readonly clock: Pick<Clock, "now">;
}

/** Caches the status for concurrent and subsequent callers, and uses the recent status of another process. Failures are cached too. */
export function heldStatus({ store, look, clock }: HeldStatusDependencies) {
  let held: { readonly at: number; readonly status: Promise<Status | undefined> } | undefined;
  const isYoung = (at: number): boolean => Math.abs(clock.now() - at) < heldMs;

  const found = async (): Promise<Status | undefined> => {
    const [{ version, ...settings }, seen] = await Promise.all([store.settings(), store.seen()]);
    if (!settings.isOn) return undefined;
    if (seen !== undefined && seen.settingsVersion === version && isYoung(seen.seenAt)) return seen.status;
    const status = await look(settings);
    await store.keepSeen({ settingsVersion: version, seenAt: clock.now(), status });
    return status;
  };

  return {
    status(): Promise<Status | undefined> {
      if (held === undefined || !isYoung(held.at)) held = { at: clock.now(), status: found() };
      return held.status;
    },

    forget(): void {
      held = undefined;
    },
  };
}
