import { type NetworkRule, networkRule } from "#shared/http/network-rule.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { AllowedNetworkStore, KeptNetworks } from "./store.ts";

const freshMs = 5_000;
const staleMs = 60_000;

/** From where the service may be called, as a process knows it: no call asks the store for it that comes soon behind another. */
export interface AllowedNetworks {
  /** What is known and young enough; undefined where the store has to be asked first. Never waits. */
  known(): KnownNetworks | undefined;
  /** Asks the store. While it does not answer, what was known last goes on. @throws StoreUnavailable where nothing was */
  read(): Promise<KnownNetworks>;
  /** Has the process follow a change of its own at once. */
  follow(kept: KeptNetworks): void;
}

/** What addresses are held against; undefined where every address may call. */
export interface KnownNetworks {
  readonly rule: NetworkRule | undefined;
}

interface AllowedNetworksDependencies {
  readonly store: Pick<AllowedNetworkStore, "read">;
  readonly clock: Pick<Clock, "now">;
  readonly background: BackgroundTasks;
}

export function allowedNetworks({ store, clock, background }: AllowedNetworksDependencies): AllowedNetworks {
  let latest: (KnownNetworks & { readonly readAt: number }) | undefined;
  let reading: Promise<KnownNetworks> | undefined;
  /** So that a store that does not answer is not asked for each call. */
  let askedAt = Number.NEGATIVE_INFINITY;

  const keep = ({ networks }: KeptNetworks, readAt: number): KnownNetworks => {
    latest = { rule: networks.length === 0 ? undefined : networkRule(networks), readAt };
    return latest;
  };

  /** What was read before a change of this process is not kept. */
  const ask = async (): Promise<KnownNetworks> => {
    const [readAt, before] = [clock.now(), latest];
    const kept = await store.read();
    return latest === before || latest === undefined ? keep(kept, readAt) : latest;
  };

  /** One read at a time. */
  const askOnce = (): Promise<KnownNetworks> => {
    if (reading !== undefined) return reading;
    askedAt = clock.now();
    reading = ask().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    known() {
      if (latest === undefined) return undefined;
      const age = clock.now() - latest.readAt;
      // A clock that was set back makes nothing younger.
      if (age < 0 || age >= staleMs) return undefined;
      if (age >= freshMs && clock.now() - askedAt >= freshMs)
        background.waitUntil("reading which networks may call", askOnce());
      return latest;
    },

    async read() {
      try {
        return await askOnce();
      } catch (thrown) {
        if (thrown instanceof StoreUnavailable && latest !== undefined) return latest;
        throw thrown;
      }
    },

    follow(kept) {
      keep(kept, clock.now());
    },
  };
}
