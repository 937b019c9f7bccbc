import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { proxiedPart, refuse } from "#shared/proxy/refusal.ts";
import { errorAnswer } from "../../functions/edge/answers/envelope.ts";
import { maskedPath } from "../../functions/edge/masked-path.ts";

/** Log data of a call that never reached a handler, or whose handler failed. */
export interface GatewayRefusal {
  readonly requestId: string;
  readonly address?: string;
  readonly method: string | undefined;
  /** Undefined if the target was not a path. */
  readonly path: string | undefined;
  readonly status: number;
  readonly error: string;
  /** Reason of an internal error. */
  readonly reason: string | undefined;
}

/** Sends an error of the gateway itself, in the format of the called API. Returns undefined if the client is gone. */
export function refuseAtGateway(
  request: IncomingMessage,
  response: ServerResponse,
  error: ServiceError,
  requestId: string,
): GatewayRefusal | undefined {
  if (response.destroyed || response.writableEnded) return undefined;
  const proxied = proxiedPart(request.url ?? "");
  if (response.headersSent) response.destroy();
  else if (proxied !== undefined) refuse(response, error, { requestId, target: proxied });
  else {
    const { status, headers, body } = errorAnswer(error);
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      ...headers,
      "X-Request-Id": requestId,
      "Content-Length": bytes.length,
    });
    response.end(bytes);
  }
  const { method, url = "" } = request;
  const path = /^\/[^/]/.test(url) ? maskedPath(url.split("?", 1)[0] as string) : undefined;
  const reason = error.cause === undefined ? undefined : reasonOf(error.cause);
  return { requestId, method, path, status: error.status, error: error.error, reason };
}
