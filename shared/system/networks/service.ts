import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import type { AllowedNetworks } from "./allowed-networks.ts";
import type { allowedNetworks } from "./contract.ts";
import type { AllowedNetworkStore } from "./store.ts";

/** Reads and sets the networks that can call the service. */
export function allowedNetworkService({
  store,
  known,
}: {
  readonly store: AllowedNetworkStore;
  readonly known: Pick<AllowedNetworks, "follow">;
}): ServiceOf<typeof allowedNetworks> {
  return {
    async getAllowedNetworks(_input, { client: { address }, isFromThisMachine }) {
      return { ...(await store.read()), address, isThisMachine: isFromThisMachine === true };
    },

    async setAllowedNetworks({ networks, version }, { client: { address }, isFromThisMachine }) {
      const wanted = [...new Set(networks)];
      if (wanted.length > 0 && isFromThisMachine !== true && !networkRule(wanted)(address))
        throw new ServiceError("caller_left_out", { text: address });
      const kept = await store.write(wanted, version);
      known.follow(kept);
      return kept;
    },
  };
}
