import type { Clock } from "#shared/ports/clock.ts";
import type { LinkSockets } from "#shared/ports/links/link-sockets.ts";
import { type AwsCredentials, signedHeaders } from "./signed-headers.ts";

interface GatewayConnectionsOptions {
  /** Where the WebSocket API's connections are managed: `https://….execute-api.….amazonaws.com/prod`. */
  readonly url: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
}

const answerMs = 3_000;

/** Connections of API Gateway's WebSocket API, by its `@connections` calls. */
export function gatewayConnections(options: GatewayConnectionsOptions): LinkSockets {
  const { url, region, credentials, clock, fetch: send = fetch } = options;

  const manage = async (method: "POST" | "DELETE", connection: string, body: string): Promise<boolean> => {
    const target = new URL(`${url}/@connections/${encodeURIComponent(connection)}`);
    const call = { method, url: target, body, service: "execute-api", region, at: clock.now() };
    const answer = await send(target, {
      method,
      headers: await signedHeaders(call, await credentials()),
      ...(method === "POST" && { body }),
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.arrayBuffer();
    if (answer.ok) return true;
    // Gone. 400 is what an id is answered that this API never gave.
    if (answer.status === 410 || answer.status === 404 || answer.status === 400) return false;
    throw new Error(`API Gateway answered HTTP ${answer.status} to ${method} @connections`);
  };

  return {
    send: (connection, text) => manage("POST", connection, text),
    // API Gateway chooses the close code itself.
    close: async (connection) => {
      await manage("DELETE", connection, "");
    },
  };
}
