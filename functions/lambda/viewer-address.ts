import type { APIGatewayProxyEvent } from "aws-lambda";
import { forwardedAddress } from "#shared/http/forwarded-address.ts";

/** Header with the secret that identifies this stack's distribution. */
export const proofHeader = "x-latchkey-edge";

/**
 * Returns the event with the client's address instead of CloudFront's. Only this stack's distribution knows `proof`; other calls to
 * API Gateway keep their source address. The proof is removed.
 */
export function withViewerAddress(event: APIGatewayProxyEvent, proof: string | undefined): APIGatewayProxyEvent {
  const isProven = proof !== undefined && valuesOf(event, proofHeader).join() === proof;
  const { identity } = event.requestContext;
  const viewer = isProven ? viewerIn(valuesOf(event, "x-forwarded-for"), identity.sourceIp) : undefined;
  return {
    ...event,
    headers: without(event.headers),
    multiValueHeaders: without(event.multiValueHeaders),
    requestContext: { ...event.requestContext, identity: { ...identity, sourceIp: viewer ?? identity.sourceIp } },
  };
}

/** Returns the viewer's address: CloudFront appends it to the viewer's own values, and API Gateway appends CloudFront's address. */
function viewerIn(forwarded: readonly string[], sourceIp: string): string | undefined {
  const hops = forwarded.flatMap((value) => value.split(",")).map((hop) => hop.trim());
  const viewer = hops.at(-1) === sourceIp ? hops.at(-2) : hops.at(-1);
  return viewer === undefined ? undefined : forwardedAddress(viewer);
}

function valuesOf(event: APIGatewayProxyEvent, wanted: string): readonly string[] {
  return Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === wanted ? (values ?? []) : [],
  );
}

function without<T>(headers: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== proofHeader));
}
