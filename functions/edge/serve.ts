import type { Operations, ServiceOf } from "#shared/contract/operation.ts";
import type { Handler } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../platform.ts";
import { authenticate } from "./credentials/authenticate.ts";
import { Exchange } from "./exchange.ts";
import { inOrder } from "./in-order.ts";
import { readInput } from "./input/input.ts";
import { limitStreams } from "./limit-streams.ts";
import { observe } from "./observe.ts";
import { refuse } from "./refuse.ts";
import { refuseNetwork } from "./refuse-network.ts";
import { route } from "./routes/route.ts";
import { routesOf } from "./routes/routes.ts";
import { run } from "./run.ts";
import { sendAnswer } from "./send-answer.ts";

/** Serves a contract with the service from `wiring`: one pipeline for every call, regardless of answer type. */
export function serve<R extends Operations, Needs extends object>(
  contract: R,
  wiring: (platform: Needs) => ServiceOf<R>,
): (platform: Needs & CommonPlatform) => Handler {
  const routes = routesOf(contract);
  return (platform) => {
    let perform: ReturnType<typeof run> | undefined;
    const steps = [
      sendAnswer(),
      observe(),
      refuse(),
      refuseNetwork(routes),
      route(routes),
      authenticate(),
      limitStreams(),
      readInput(),
    ];
    const pipeline = inOrder(steps, (exchange) => {
      perform ??= run(wiring(platform));
      return perform(exchange);
    });
    return (call) => pipeline(new Exchange(call, platform));
  };
}
