import middy from "@middy/core";
import type { Handler } from "#shared/ports/http-call.ts";
import { type Area, areaHandler } from "../edge/area.ts";
import { crossOrigin } from "../edge/cross-origin.ts";
import type { Resource } from "../edge/resource.ts";
import { serve } from "../edge/serve.ts";
import { type AwsSettings, readAwsSettings } from "../settings/aws.ts";
import { type CollectedHandler, collected, type StreamedHandler, streamed } from "./execution-modes.ts";
import { forOrigins, settled } from "./middlewares.ts";
import { type LambdaPlatform, lambdaPlatform } from "./platform.ts";

/** Lambda entry point of an area. */
export function onCalls(area: Area): CollectedHandler | StreamedHandler {
  const settings = readAwsSettings();
  return callsOn(area, lambdaPlatform(settings), settings);
}

/** Entry point of an area on an open platform: streamed if an operation of the area streams. */
export function callsOn(
  area: Area,
  platform: LambdaPlatform,
  settings: AwsSettings,
): CollectedHandler | StreamedHandler {
  const { EDGE_SECRETS, DIRECT_CALLS, CORS_ORIGINS, SERVICE_PREFIX, SERVICE_PREFIX_ALIASES } = settings;
  const origins = crossOrigin(CORS_ORIGINS, [SERVICE_PREFIX, ...SERVICE_PREFIX_ALIASES]);
  // Resources that finish work after their response.
  let isAwaited = false;
  const handler = areaHandler(area, async (load): Promise<Handler> => {
    const { contract, wiring, needs }: Resource = (await load()).resource;
    isAwaited ||= Object.values(contract).some(({ respondsEarly }) => respondsEarly === true);
    return serve(contract, wiring as never)((await platform.open(needs.parts)) as never);
  });
  const rule = { secrets: EDGE_SECRETS, servesDirectCalls: DIRECT_CALLS, aliases: SERVICE_PREFIX_ALIASES };
  const mode = area.streams ? streamed(rule) : collected(rule);
  const wrapped = middy({ timeoutEarlyInMillis: 0, executionMode: mode as never });
  if (origins !== undefined) wrapped.use(forOrigins(origins) as never);
  return wrapped.use(settled(platform.common, () => isAwaited)).handler(handler as never) as never;
}
