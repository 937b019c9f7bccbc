import middy, { type MiddlewareObj } from "@middy/core";
import type { Handler } from "#shared/ports/http-call.ts";
import type { Resource } from "../../../functions/edge/resource.ts";
import { serve } from "../../../functions/edge/serve.ts";
import type { EdgeRule } from "../../../functions/lambda/edge-proof.ts";
import {
  type CollectedHandler,
  collected,
  type StreamedHandler,
  streamed,
} from "../../../functions/lambda/execution-modes.ts";
import type { Platform } from "../../../functions/platform.ts";

const noDistribution: EdgeRule = { secrets: [], servesDirectCalls: false, aliases: [] };

/** Builds a resource's handler on a platform, without its area. */
export function handlerOf({ contract, wiring }: Resource, platform: Platform): Handler {
  return serve(contract, wiring as never)(platform as never);
}

/** Wraps a handler as the Lambda entry point of a function with buffered responses. */
export function collectedEntry(
  handler: Handler,
  middlewares: readonly MiddlewareObj[] = [],
  rule = noDistribution,
): CollectedHandler {
  return entryIn(collected(rule), handler, middlewares) as CollectedHandler;
}

/** Wraps a handler as the Lambda entry point of a function with streamed responses. */
export function streamedEntry(
  handler: Handler,
  middlewares: readonly MiddlewareObj[] = [],
  rule = noDistribution,
): StreamedHandler {
  return entryIn(streamed(rule), handler, middlewares) as StreamedHandler;
}

function entryIn(executionMode: unknown, handler: Handler, middlewares: readonly MiddlewareObj[]): unknown {
  const entry = middy({ timeoutEarlyInMillis: 0, executionMode: executionMode as never });
  for (const middleware of middlewares) entry.use(middleware);
  return entry.handler(handler as never);
}
