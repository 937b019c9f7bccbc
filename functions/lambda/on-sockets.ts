import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import type { Links } from "#shared/agent/link/links.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { asServiceError, errorAnswer } from "../edge/answers/envelope.ts";
import type { Area } from "../edge/area.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Worker } from "../worker.ts";
import type { CollectedHandler } from "./execution-modes.ts";
import { callsOn } from "./on-calls.ts";
import { lambdaPlatform } from "./platform.ts";

/** Event of API Gateway's WebSocket API. Only `$connect` has headers. */
export type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, "body"> & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: Pick<APIGatewayProxyWebsocketEventV2["requestContext"], "routeKey" | "connectionId">;
};

/** Worker for the steps of agent links. */
interface LinkWorker {
  readonly wiring: (platform: never) => Links;
  readonly needs: Worker["needs"];
}

/** Lambda entry point for API calls and for WebSocket API events. */
export function onCallsAndSockets(
  area: Area,
  load: () => Promise<{ readonly links: LinkWorker }>,
): (event: APIGatewayProxyEvent | SocketEvent) => Promise<APIGatewayProxyResult> {
  const settings = readAwsSettings();
  const platform = lambdaPlatform(settings);
  const onCall = callsOn(area, platform, settings) as CollectedHandler;
  const { log, background } = platform.common;
  const settle = () => background.settle();
  const onSocket = middy({ timeoutEarlyInMillis: 0 })
    .use({ after: settle, onError: settle })
    .handler((async (event: SocketEvent) => {
      const { links } = await load();
      return socketHandler(links.wiring((await platform.open(links.needs.parts)) as never), log)(event);
    }) as never) as unknown as (event: SocketEvent) => Promise<APIGatewayProxyResult>;
  return (event) => (isOfSocket(event) ? onSocket(event) : onCall(event));
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
