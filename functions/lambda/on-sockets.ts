import type { APIGatewayProxyEvent, APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import type { Links } from "#shared/agent/link/links.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { asServiceError, errorAnswer } from "../edge/answers/envelope.ts";
import type { ServedFunction } from "../edge/serve.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import { wholeOnPlatform } from "./on-lambda.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** Event of API Gateway's WebSocket API. Only `$connect` has headers. */
export type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, "body"> & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: Pick<APIGatewayProxyWebsocketEventV2["requestContext"], "routeKey" | "connectionId">;
};

/** Lambda entry point for API calls and for WebSocket API events. */
export function onCallsAndSockets<Needs extends object, LinkNeeds extends object>(
  serveOn: ServedFunction<Needs>,
  linksOn: (platform: LinkNeeds & CommonPlatform) => Links,
  open: Openers<Needs & LinkNeeds>,
): (event: APIGatewayProxyEvent | SocketEvent) => Promise<APIGatewayProxyResult> {
  const settings = readAwsSettings();
  const platform = lambdaPlatform<Needs & LinkNeeds>(settings, open);
  const onCall = wholeOnPlatform(serveOn, platform, settings);
  const onSocket = socketHandler(linksOn(platform), platform.log);
  return async (event) => {
    if (!isOfSocket(event)) return onCall(event);
    const answer = await onSocket(event);
    await platform.background.settle();
    return answer;
  };
}

function isOfSocket(event: APIGatewayProxyEvent | SocketEvent): event is SocketEvent {
  return event.requestContext.connectionId !== undefined;
}

/** Agent link on AWS: handles one event per step of a WebSocket. */
export function socketHandler(links: Links, log: Pick<Log, "error">) {
  return async ({ requestContext, headers = {}, body }: SocketEvent): Promise<APIGatewayProxyResult> => {
    const { routeKey, connectionId } = requestContext;
    try {
      if (routeKey === "$connect") await links.open(headerIn(headers, "authorization"), connectionId);
      else if (routeKey === "$disconnect") await links.onClosed(connectionId);
      else await links.onMessage(connectionId, body ?? "");
      return { statusCode: 200, body: "" };
    } catch (thrown) {
      const error = asServiceError(thrown);
      const reason = error.detail ?? (error.cause === undefined ? undefined : reasonOf(error.cause));
      const event = routeKey === "$connect" ? "agent_link_refused" : "agent_message_failed";
      log.error({ event, status: error.status, error: error.error, reason });
      const { status, headers: head, body: text } = errorAnswer(error);
      return { statusCode: status, headers: { ...head }, body: text };
    }
  };
}

function headerIn(headers: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
