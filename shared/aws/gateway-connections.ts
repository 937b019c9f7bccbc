import type { Clock } from "#shared/ports/clock.ts";
import type { LinkSockets } from "#shared/ports/links/link-sockets.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type AwsCredentials, signedHeaders } from "./signed-headers.ts";

interface GatewayConnectionsOptions {
  /** URL where the WebSocket API's connections are managed: `https://….execute-api.….amazonaws.com/prod`. */
  readonly url: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  readonly clock: Clock;
  /** Client for the host of `url`, whose connections are still usable when a frozen instance continues. */
  readonly outbound: Pick<Outbound, "request">;
}

const answerMs = 3_000;

/** Manages connections of API Gateway's WebSocket API through its `@connections` calls. */
export function gatewayConnections(options: GatewayConnectionsOptions): LinkSockets {
  const { url, region, credentials, clock, outbound } = options;

  const manage = async (method: "POST" | "DELETE", connection: string, body: string): Promise<boolean> => {
    const target = new URL(`${url}/@connections/${encodeURIComponent(connection)}`);
    const call = { method, url: target, body, service: "execute-api", region, at: clock.now() };
    const { status } = await outbound.request({
      method,
      path: target.pathname,
      headers: await signedHeaders(call, await credentials()),
      ...(method === "POST" && { body }),
      timeoutMs: answerMs,
    });
    if (status >= 200 && status < 300) return true;
    // Gone. 400 is the response to an id that this API never issued.
    if (status === 410 || status === 404 || status === 400) return false;
    throw new Error(`API Gateway responded with HTTP ${status} to ${method} @connections`);
  };

  return {
    send: (connection, text) => manage("POST", connection, text),
    // API Gateway chooses the close code itself.
    close: async (connection) => {
      await manage("DELETE", connection, "");
    },
  };
}
