import { ServiceError } from "#shared/contract/errors.ts";
import type { NetworkRule } from "#shared/http/network-rule.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { AllowedNetworks, KnownNetworks } from "#shared/system/networks/allowed-networks.ts";
import type { CommonPlatform } from "../platform.ts";
import { allowedNetworks } from "../wiring/filemaker.ts";
import type { Exchange } from "./exchange.ts";
import type { StepRequest } from "./in-order.ts";
import type { Routes } from "./routes/routes.ts";

/** Rejects calls from outside the allowed networks before any other check. */
export function refuseNetwork(routes: Routes) {
  const hold = (exchange: Exchange, { rule }: KnownNetworks): undefined => {
    const { call, path } = exchange;
    if (rule === undefined || isLetIn(call, rule)) return undefined;
    const route = routes.find(call.method, path);
    if (route?.operation.access === "anywhere") return undefined;
    // The error has the format of the called API.
    exchange.route = route;
    throw networkRefused(call);
  };

  const askFirst = (exchange: Exchange, networks: AllowedNetworks): Promise<void> | undefined => {
    const route = routes.find(exchange.call.method, exchange.path);
    // Calls without an operation are always refused.
    if (route === undefined || route.operation.access === "anywhere") return undefined;
    return networks.read().then((known) => hold(exchange, known));
  };

  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined => {
      const networks = allowedNetworks(exchange.platform);
      const known = networks.known();
      return known === undefined ? askFirst(exchange, networks) : hold(exchange, known);
    },
  };
}

/** Rejects calls from outside the allowed networks, for endpoints without a contract. @throws ServiceError network_refused */
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
