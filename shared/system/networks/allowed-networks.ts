import { type NetworkRule, networkRule } from "#shared/http/network-rule.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { AllowedNetworkStore, KeptNetworks } from "./store.ts";

const freshMs = 5_000;
const staleMs = 60_000;

/** Networks that can call the service, cached in the process so that frequent calls don't access the store. */
export interface AllowedNetworks {
  /** Returns the cached networks; undefined if they are outdated and the store must be read first. Never waits. */
  known(): KnownNetworks | undefined;
  /**
   * Reads the store. While it doesn't respond, the last known networks apply.
   * @throws StoreUnavailable if there are none
   */
  read(): Promise<KnownNetworks>;
  /** Applies a change made by this process immediately. */
  follow(kept: KeptNetworks): void;
}

/** Rule for addresses; undefined if all addresses can call. */
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
  /** Ensures that a store that doesn't respond isn't read by each call. */
  let askedAt = Number.NEGATIVE_INFINITY;

  const keep = ({ networks }: KeptNetworks, readAt: number): KnownNetworks => {
    latest = { rule: networks.length === 0 ? undefined : networkRule(networks), readAt };
    return latest;
  };

  /** Reads the store. The result is discarded if this process made a change in the meantime. */
  const ask = async (): Promise<KnownNetworks> => {
    const [readAt, before] = [clock.now(), latest];
    const kept = await store.read();
    return latest === before || latest === undefined ? keep(kept, readAt) : latest;
  };

  /** Runs one read at a time. */
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
      // If the clock was set back, the age is unknown.
      if (age < 0 || age >= staleMs) return undefined;
      if (age >= freshMs && clock.now() - askedAt >= freshMs)
        background.waitUntil("reading the allowed networks", askOnce());
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
