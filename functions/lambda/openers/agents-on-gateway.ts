import { gatewayConnections } from "#shared/aws/gateway-connections.ts";
import type { LinkEndpoint } from "#shared/ports/links/link-sockets.ts";
import { defaultProvider } from "../environment-credentials.ts";
import { given, type OpenerContext } from "./openers.ts";

/** The stack's WebSocket API, where agents hold their links. */
export function agentsOnGateway({ settings, clock }: OpenerContext): LinkEndpoint {
  const url = given(settings, "LINK_URL");
  return {
    sockets: gatewayConnections({ url, region: settings.AWS_REGION, credentials: defaultProvider(), clock }),
    address: () => url.replace(/^http/, "ws"),
  };
}
