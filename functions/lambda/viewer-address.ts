import type { APIGatewayProxyEvent } from "aws-lambda";
import { forwardedAddress } from "#shared/http/forwarded-address.ts";
import { isProven, proofHeader } from "./edge-proof.ts";
import { valuesOf, withoutHeader } from "./event-headers.ts";

/**
 * Returns the event with the client's address instead of CloudFront's. Only this stack's distribution knows a secret; other calls to
 * API Gateway keep their source address. The proof is removed.
 */
export function withViewerAddress(event: APIGatewayProxyEvent, secrets: readonly string[]): APIGatewayProxyEvent {
  const { identity } = event.requestContext;
  const viewer = isProven(event, secrets) ? viewerIn(valuesOf(event, "x-forwarded-for"), identity.sourceIp) : undefined;
  return {
    ...event,
    headers: withoutHeader(event.headers, proofHeader),
    multiValueHeaders: withoutHeader(event.multiValueHeaders, proofHeader),
    requestContext: { ...event.requestContext, identity: { ...identity, sourceIp: viewer ?? identity.sourceIp } },
  };
}

/** Returns the viewer's address: CloudFront appends it to the viewer's own values, and API Gateway appends CloudFront's address. */
function viewerIn(forwarded: readonly string[], sourceIp: string): string | undefined {
  const hops = forwarded.flatMap((value) => value.split(",")).map((hop) => hop.trim());
  const viewer = hops.at(-1) === sourceIp ? hops.at(-2) : hops.at(-1);
  return viewer === undefined ? undefined : forwardedAddress(viewer);
}
