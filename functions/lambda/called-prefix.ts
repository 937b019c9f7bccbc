import type { APIGatewayProxyEvent } from "aws-lambda";
import { valuesOf, withoutHeader } from "./event-headers.ts";

/** Header in which the distribution names the alias under which a call came: it replaces an alias in the path by the prefix. */
const prefixHeader = "x-latchkey-prefix";

/**
 * Returns the event with the path that the client called, so that addresses in its response begin with the same segment. The header isn't a
 * secret: a client that sends it chooses only that segment.
 */
export function withCalledPrefix(event: APIGatewayProxyEvent, aliases: readonly string[]): APIGatewayProxyEvent {
  const [called, ...more] = valuesOf(event, prefixHeader);
  if (called === undefined) return event;
  const isKnown = more.length === 0 && aliases.includes(called) && !event.path.startsWith("/.well-known/");
  return {
    ...event,
    path: isKnown ? event.path.replace(/^\/[^/]*/, `/${called}`) : event.path,
    headers: withoutHeader(event.headers, prefixHeader),
    multiValueHeaders: withoutHeader(event.multiValueHeaders, prefixHeader),
  };
}
