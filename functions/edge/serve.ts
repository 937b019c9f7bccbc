import { type Operations, type ServiceOf, streamsAnswers } from "#shared/contract/operation.ts";
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

/** Function of the API that is built on its entry point's platform. */
export interface ServedFunction<Needs> {
  (platform: Needs & CommonPlatform): Handler;
  readonly contract: Operations;
  /** True if an operation streams its response. On Lambda, all responses of the function are then streamed. */
  readonly streams: boolean;
}

/** Builds the function that serves a contract with the service from `wiring`: one pipeline for every call, regardless of answer type. */
export function serve<R extends Operations, Needs extends object>(
  contract: R,
  wiring: (platform: Needs) => ServiceOf<R>,
): ServedFunction<Needs> {
  const routes = routesOf(contract);
  const build = (platform: Needs & CommonPlatform): Handler => {
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
  return Object.assign(build, { contract, streams: Object.values(contract).some(streamsAnswers) });
}
