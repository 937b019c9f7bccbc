import { ServiceError } from "#shared/contract/errors.ts";
import type { NetworkRule } from "#shared/http/network-rule.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../platform.ts";
import { allowedNetworks } from "../system/networks-wiring.ts";
import type { StepRequest } from "./in-order.ts";
import type { Routes } from "./routes/routes.ts";

/** Refuses calls from elsewhere than the networks that the service may be called from, before anything else is looked at. */
export function refuseNetwork(routes: Routes) {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined => {
      const { call, path, platform } = exchange;
      const hold = (rule: NetworkRule | undefined): void => {
        if (rule === undefined || isLetIn(call, rule)) return;
        // In the form of the API that was called.
        exchange.route = routes.find(call.method, path);
        if (exchange.route?.operation.isForAnyNetwork === true) return;
        throw networkRefused(call);
      };
      const rule = allowedNetworks(platform).rule();
      if (!(rule instanceof Promise)) {
        hold(rule);
        return undefined;
      }
      return rule.then(hold);
    },
  };
}

/** The same for what has no contract. @throws ServiceError network_refused */
export async function requireAllowedNetwork(call: HttpCall, platform: CommonPlatform): Promise<void> {
  const rule = await allowedNetworks(platform).rule();
  if (rule !== undefined && !isLetIn(call, rule)) throw networkRefused(call);
}

function isLetIn(call: Pick<HttpCall, "address" | "isFromThisMachine">, rule: NetworkRule): boolean {
  return rule(call.address) || call.isFromThisMachine();
}

function networkRefused({ address }: Pick<HttpCall, "address">): ServiceError {
  return new ServiceError("network_refused", { text: address });
}
