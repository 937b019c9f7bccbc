import { type Api, type CountedCall, countedMethod, outcomeOf } from "#shared/usage/counted-call.ts";
import type { Exchange } from "./exchange.ts";

/** FileMaker Server's APIs by relay operation. */
const apis: Readonly<Record<string, Api>> = {
  dataApi: "data",
  odata: "odata",
  adminApi: "admin",
  streaming: "streaming",
};

/** Returns the usage record of a proxied call. `durationMs` is its total duration. */
export function countedCall({ call, outcome, route, arrivedAt }: Exchange, durationMs: number): CountedCall {
  const { answeredAt, key, file, receivedBytes, sentBytes, code, error } = outcome;
  return {
    key: key?.key,
    file,
    api: apis[route?.name ?? ""] ?? "data",
    method: countedMethod(call.method),
    outcome: outcomeOf(outcome),
    receivedBytes,
    sentBytes,
    firstByteMs: answeredAt === undefined ? durationMs : answeredAt - arrivedAt,
    code,
    error,
  };
}
