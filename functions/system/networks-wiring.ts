import { allowedNetworks as knownNetworks } from "#shared/system/networks/allowed-networks.ts";
import { allowedNetworkStore } from "#shared/system/networks/store.ts";
import { promptTable } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform } from "../platform.ts";

type NetworksPlatform = Pick<CommonPlatform, "table" | "storeWaitMs" | "clock" | "background">;

/** Networks from which the service can be called. */
export const allowedNetworks = memoized((platform: NetworksPlatform) => {
  const { clock, background } = platform;
  return knownNetworks({ store: allowedNetworkStore(promptTable(platform)), clock, background });
});
