import type { APIGatewayProxyEvent } from "aws-lambda";
import type { ProxyCall } from "../../shared/proxy/proxy-call.ts";

/** A streamed call as the event that the steps of the management API take. `templates` are the paths of its operations, without prefix. */
export function callEvent(
  { method, target, headers, address, prefix }: ProxyCall,
  templates: readonly string[],
): APIGatewayProxyEvent {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const multiValueHeaders = multiValues(
    headers.flatMap((name, place) => (place % 2 === 0 ? [[name, headers[place + 1] ?? ""] as const] : [])),
  );
  const segments = path.replace(/\/$/, "").split("/");
  return {
    resource: `/${prefix}${templates.find((template) => fits(template.split("/"), segments)) ?? path}`,
    path: `/${prefix}${path}`,
    httpMethod: method,
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1) ?? ""])),
    multiValueHeaders,
    queryStringParameters: null,
    multiValueQueryStringParameters: multiValues(new URLSearchParams(mark < 0 ? "" : target.slice(mark))),
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    // The rest of the context is AWS's; nothing of ours reads it.
    requestContext: { identity: { sourceIp: address } } as APIGatewayProxyEvent["requestContext"],
  };
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((word, place) => word.startsWith("{") || word === segments[place])
  );
}

function multiValues(pairs: Iterable<readonly [string, string]>): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}
