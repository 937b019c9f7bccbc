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

/** Lambda entry point with a buffered or streamed response. */
export type LambdaHandler = WholeHandler | StreamifyHandler<APIGatewayProxyEvent>;

/** Wraps a function for Lambda. `open` opens what the function needs in addition to the common platform. */
export function onLambda<Needs extends object>(serveOn: ServedFunction<Needs>, open: Openers<Needs>): LambdaHandler {
  const settings = readAwsSettings();
  const platform = lambdaPlatform<Needs>(settings, open);
  if (!serveOn.streams) return wholeOnPlatform(serveOn, platform, settings);
  return streamed(settledHandler(serveOn, platform, settings), settings.EDGE_PROOF);
}

/** Wraps a function with buffered responses on an open platform. */
export function wholeOnPlatform<Needs extends object>(
  serveOn: ServedFunction<Needs>,
  platform: Needs & CommonPlatform,
  settings: AwsSettings,
): WholeHandler {
  return collected(settledHandler(serveOn, platform, settings), settings.EDGE_PROOF);
}

/** Maximum wait in milliseconds for background tasks after a buffered response. Keeps callers from waiting for an unavailable store. */
const settleMs = 3_000;

/**
 * Waits for background tasks after the response, because the instance is frozen then; longer tasks continue during the next call. Functions
 * that declare work after their response finish it, as their caller already has the response.
 */
function settledHandler<Needs extends object>(
  serveOn: ServedFunction<Needs>,
  platform: Needs & CommonPlatform,
  { CORS_ORIGINS, SERVICE_PREFIX, SERVICE_PREFIX_ALIASES }: AwsSettings,
): Handler {
  const origins = crossOrigin(CORS_ORIGINS, [SERVICE_PREFIX, ...SERVICE_PREFIX_ALIASES]);
  const handler = toOrigins(serveOn(platform), origins);
  const worksOn = Object.values(serveOn.contract).some(({ respondsEarly }) => respondsEarly === true);
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
