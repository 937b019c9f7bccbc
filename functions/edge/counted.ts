import { type Api, type CountedCall, countedMethod, outcomeOf } from "#shared/usage/counted-call.ts";
import type { Exchange } from "./exchange.ts";

/** FileMaker Server's APIs by the operations that stand for them. */
const apis: Readonly<Record<string, Api>> = {
  dataApi: "data",
  odata: "odata",
  adminApi: "admin",
  streaming: "streaming",
};

/** What is counted of a proxied call that took so long. */
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
