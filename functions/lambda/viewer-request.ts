import type { APIGatewayProxyEvent } from "aws-lambda";
import { forwardedAddress } from "#shared/http/forwarded-address.ts";
import { isProven, proofHeader, valuesOf } from "./edge-proof.ts";

/** Header in which the distribution names the alias under which a call came: it replaces an alias in the path by the prefix. */
const prefixHeader = "x-latchkey-prefix";

/**
 * Returns the event with the client's address instead of CloudFront's. Only this stack's distribution knows a secret; other calls to
 * API Gateway keep their source address. The proof is removed.
 */
export function withViewerAddress(event: APIGatewayProxyEvent, secrets: readonly string[]): APIGatewayProxyEvent {
  const { identity } = event.requestContext;
  const viewer = isProven(event, secrets) ? viewerIn(valuesOf(event, "x-forwarded-for"), identity.sourceIp) : undefined;
  return {
    ...without(event, proofHeader),
    requestContext: { ...event.requestContext, identity: { ...identity, sourceIp: viewer ?? identity.sourceIp } },
  };
}

/**
 * Returns the event with the path that the client called, so that addresses in its response begin with the same segment. The header isn't a
 * secret: a client that sends it chooses only that segment.
 */
export function withCalledPrefix(event: APIGatewayProxyEvent, aliases: readonly string[]): APIGatewayProxyEvent {
  const [called, ...more] = valuesOf(event, prefixHeader);
  if (called === undefined) return event;
  const isKnown = more.length === 0 && aliases.includes(called) && !event.path.startsWith("/.well-known/");
  return { ...without(event, prefixHeader), ...(isKnown && { path: event.path.replace(/^\/[^/]*/, `/${called}`) }) };
}

/** Returns the viewer's address: CloudFront appends it to the viewer's own values, and API Gateway appends CloudFront's address. */
function viewerIn(forwarded: readonly string[], sourceIp: string): string | undefined {
  const hops = forwarded.flatMap((value) => value.split(",")).map((hop) => hop.trim());
  const viewer = hops.at(-1) === sourceIp ? hops.at(-2) : hops.at(-1);
  return viewer === undefined ? undefined : forwardedAddress(viewer);
}

function without(event: APIGatewayProxyEvent, unwanted: string): APIGatewayProxyEvent {
  const others = <T>(headers: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== unwanted));
  return { ...event, headers: others(event.headers), multiValueHeaders: others(event.multiValueHeaders) };
}
