import { type NetworkRule, networkRule } from "#shared/http/network-rule.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { AllowedNetworkStore, KeptNetworks } from "./store.ts";

const freshMs = 5_000;
const staleMs = 60_000;

/** From where the service may be called, as a process knows it: no call asks the store for it that comes soon behind another. */
export interface AllowedNetworks {
  /** What addresses are held against; undefined where every address may call. Waits where nothing is known that is young enough. @throws StoreUnavailable */
  rule(): NetworkRule | undefined | Promise<NetworkRule | undefined>;
  /** Has the process follow a change of its own at once. */
  follow(kept: KeptNetworks): void;
}

interface AllowedNetworksDependencies {
  readonly store: Pick<AllowedNetworkStore, "read">;
  readonly clock: Pick<Clock, "now">;
  readonly background: BackgroundTasks;
}

export function allowedNetworks({ store, clock, background }: AllowedNetworksDependencies): AllowedNetworks {
  let known: { readonly rule: NetworkRule | undefined; readonly readAt: number } | undefined;
  let reading: Promise<NetworkRule | undefined> | undefined;

  const keep = ({ networks }: KeptNetworks, readAt: number): NetworkRule | undefined => {
    known = { rule: networks.length === 0 ? undefined : networkRule(networks), readAt };
    return known.rule;
  };

  /** One read at a time. What was read before a change of this process is not kept. */
  const read = (): Promise<NetworkRule | undefined> => {
    if (reading !== undefined) return reading;
    const [readAt, before] = [clock.now(), known];
    const answer = store.read().then((kept) => (known === before ? keep(kept, readAt) : known?.rule));
    reading = answer;
    const done = () => {
      reading = undefined;
    };
    answer.then(done, done);
    return answer;
  };

  return {
    rule() {
      if (known === undefined) return read();
      const { rule, readAt } = known;
      const age = clock.now() - readAt;
      if (age >= 0 && age < freshMs) return rule;
      if (age >= 0 && age < staleMs) {
        background.waitUntil("reading which networks may call", read());
        return rule;
      }
      // While the store does not answer, what was set last goes on.
      return read().catch((thrown: unknown) => {
        if (thrown instanceof StoreUnavailable) return rule;
        throw thrown;
      });
    },

    follow(kept) {
      keep(kept, clock.now());
    },
  };
}
