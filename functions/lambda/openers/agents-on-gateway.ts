import { gatewayConnections } from "#shared/aws/gateway-connections.ts";
import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import type { LinkEndpoint } from "#shared/ports/links/link-sockets.ts";
import { defaultProvider } from "../environment-credentials.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/** Opens the stack's WebSocket API, which holds the agent links. */
export function agentsOnGateway({ settings, clock, background }: OpenerContext): LinkEndpoint {
  const url = given(settings, "LINK_URL");
  const { origin } = new URL(url);
  const outbound = reconnectingOutbound(() => undiciOutbound({ origin }), clock, background);
  const { AWS_REGION: region } = settings;
  return {
    sockets: gatewayConnections({ url, region, credentials: defaultProvider(), clock, outbound }),
    // Each message starts a function, in any instance.
    heartbeats: null,
    address: () => url.replace(/^http/, "ws"),
  };
}
