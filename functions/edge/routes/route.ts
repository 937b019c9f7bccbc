import { ServiceError } from "#shared/contract/errors.ts";
import { hasMoreParameters } from "#shared/http/parameters.ts";
import { checkedTarget } from "#shared/proxy/path-rules.ts";
import type { StepRequest } from "../in-order.ts";
import type { Routes } from "./routes.ts";

/** Maximum number of query parameters. Scripts and webhooks read some of their input from the query. */
const maxParameters = 1_000;

/** Finds the operation of a call and checks its path. Relays check their paths by the rules of their API. */
export function route(routes: Routes) {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">) => {
      const { call, path, platform } = exchange;
      exchange.route = routes.find(call.method, path);
      const taken = exchange.route?.operation.methods;
      if (taken !== undefined && !taken.includes(call.method)) {
        exchange.allowed = taken;
        throw new ServiceError("method_not_allowed");
      }
      if (exchange.isRelay) return;
      exchange.requestId = platform.ids.uuid();
      checkedTarget(call.target);
      if (hasMoreParameters(exchange.rawQuery, maxParameters))
        throw new ServiceError("input_invalid", { text: `the query has more than ${maxParameters} parameters` });
      if (exchange.route !== undefined) return;
      exchange.allowed = routes.methods(path);
      throw new ServiceError(exchange.allowed.length > 0 ? "method_not_allowed" : "route_not_found");
    },
  };
}
