import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import type { Handler } from "#shared/ports/http-call.ts";
import { crossOrigin } from "../edge/cross-origin.ts";
import type { ServedFunction } from "../edge/serve.ts";
import type { CommonPlatform } from "../platform.ts";
import { type AwsSettings, readAwsSettings } from "../settings/aws.ts";
import { collected, type WholeHandler } from "./collected.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";
import { streamed } from "./streamed.ts";
import { toOrigins } from "./to-origins.ts";

/** What Lambda invokes: with an answer as a whole, or with a stream for it. */
export type LambdaHandler = WholeHandler | StreamifyHandler<APIGatewayProxyEvent>;

/** A function as Lambda invokes it. `open` opens what the function needs beside what every function has. */
export function onLambda<Needs extends object>(serveOn: ServedFunction<Needs>, open: Openers<Needs>): LambdaHandler {
  const settings = readAwsSettings();
  const platform = lambdaPlatform<Needs>(settings, open);
  if (!serveOn.streams) return wholeOnPlatform(serveOn, platform, settings);
  return streamed(settledHandler(serveOn, platform, settings), settings.EDGE_PROOF);
}

/** A function whose answers are handed over whole, on a platform that has been opened already. */
export function wholeOnPlatform<Needs extends object>(
  serveOn: ServedFunction<Needs>,
  platform: Needs & CommonPlatform,
  settings: AwsSettings,
): WholeHandler {
  return collected(settledHandler(serveOn, platform, settings), settings.EDGE_PROOF);
}

/** A caller whose answer is handed over whole waits for what is left to do behind it, but not for a store that does not answer. */
const settleMs = 3_000;

/**
 * An instance is frozen after its answer, so nothing is left undone then; what takes longer goes on with the next call. A function that says that
 * it works behind its answer, which its caller has by then, works to the end.
 */
function settledHandler<Needs extends object>(
  serveOn: ServedFunction<Needs>,
  platform: Needs & CommonPlatform,
  { CORS_ORIGINS, SERVICE_PREFIX, SERVICE_PREFIX_ALIASES }: AwsSettings,
): Handler {
  const origins = crossOrigin(CORS_ORIGINS, [SERVICE_PREFIX, ...SERVICE_PREFIX_ALIASES]);
  const handler = toOrigins(serveOn(platform), origins);
  const worksOn = Object.values(serveOn.contract).some(({ answersEarly }) => answersEarly === true);
  return async (call) => {
    try {
      await handler(call);
    } finally {
      await (worksOn ? platform.background.settle() : settledWithin(platform, settleMs));
    }
  };
}

async function settledWithin({ background, clock }: CommonPlatform, milliseconds: number): Promise<void> {
  const settled = new AbortController();
  const late = clock.sleep(milliseconds, settled.signal).catch((thrown: unknown) => {
    if (!settled.signal.aborted) throw thrown;
  });
  await Promise.race([background.settle(), late]);
  settled.abort();
}
