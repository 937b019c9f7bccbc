import { ServiceError } from "#shared/contract/errors.ts";
import type { NetworkRule } from "#shared/http/network-rule.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { KnownNetworks } from "#shared/system/networks/allowed-networks.ts";
import type { CommonPlatform } from "../platform.ts";
import { allowedNetworks } from "../system/networks-wiring.ts";
import type { StepRequest } from "./in-order.ts";
import type { Routes } from "./routes/routes.ts";

/** Refuses calls from elsewhere than the networks that the service may be called from, before anything else is looked at. */
export function refuseNetwork(routes: Routes) {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined => {
      const { call, path, platform } = exchange;
      const isForAnyNetwork = () => routes.find(call.method, path)?.operation.isForAnyNetwork === true;
      const hold = ({ rule }: KnownNetworks): void => {
        if (rule === undefined || isLetIn(call, rule) || isForAnyNetwork()) return;
        // In the form of the API that was called.
        exchange.route = routes.find(call.method, path);
        throw networkRefused(call);
      };
      const networks = allowedNetworks(platform);
      const known = networks.known();
      if (known === undefined) {
        // What has no operation is refused in any case.
        const isRefused = routes.find(call.method, path) === undefined;
        return isRefused || isForAnyNetwork() ? undefined : networks.read().then(hold);
      }
      hold(known);
      return undefined;
    },
  };
}

/** The same for what has no contract. @throws ServiceError network_refused */
export async function requireAllowedNetwork(call: HttpCall, platform: CommonPlatform): Promise<void> {
  const networks = allowedNetworks(platform);
  const { rule } = networks.known() ?? (await networks.read());
  if (rule !== undefined && !isLetIn(call, rule)) throw networkRefused(call);
}

function isLetIn(call: Pick<HttpCall, "address" | "isFromThisMachine">, rule: NetworkRule): boolean {
  return rule(call.address) || call.isFromThisMachine();
}

function networkRefused({ address }: Pick<HttpCall, "address">): ServiceError {
  return new ServiceError("network_refused", { text: address });
}
