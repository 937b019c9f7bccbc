import type { Clock } from "#shared/ports/clock.ts";
import type { Status } from "./contract.ts";
import type { StatusPageSettings, StatusPageStore } from "./store.ts";

/** Anyone may ask: for so long nothing is looked at again, be it in the store or at FileMaker Server. */
const heldMs = 15_000;

interface HeldStatusDependencies {
  readonly store: Pick<StatusPageStore, "settings" | "seen" | "keepSeen">;
  readonly look: (settings: StatusPageSettings) => Promise<Status>;
  readonly clock: Pick<Clock, "now">;
}

/** Looks for all who ask within some seconds at once, and takes what another process has just seen. A look that fails is held as well. */
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
