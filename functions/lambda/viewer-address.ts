import type { APIGatewayProxyEvent } from "aws-lambda";
import { forwardedAddress } from "#shared/http/forwarded-address.ts";

/** By which the distribution shows that it is the one of this stack. */
export const proofHeader = "x-latchkey-edge";

/**
 * The event with the address of the client that called CloudFront, in place of CloudFront's own (L2). Only the distribution of this
 * stack knows `proof`; a call that came to API Gateway by another way counts by the address it came from. The proof goes no
 * further than this.
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

/** CloudFront writes the viewer's address behind what the viewer sent, and API Gateway CloudFront's behind that. */
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
