import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEvent } from "aws-lambda";

interface EventParts {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** The route's template with the prefix that the caller used. */
  readonly resource: string;
  readonly address: string;
}

/** A request as API Gateway's REST API hands it to a function (payload 1.0). */
export function proxyEvent({ request, body, resource, address }: EventParts): APIGatewayProxyEvent {
  const [path = "", query] = split(request.url ?? "/");
  const queries = multiValues(new URLSearchParams(query));
  const headers = multiValues(pairs(request.rawHeaders));
  return {
    resource,
    path,
    httpMethod: request.method ?? "GET",
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: lastValues(queries),
    multiValueQueryStringParameters: queries,
    pathParameters: null,
    stageVariables: null,
    body: body.length === 0 ? null : body.toString("base64"),
    isBase64Encoded: body.length > 0,
    // The rest of the context is AWS's; nothing of ours reads it.
    requestContext: { identity: { sourceIp: address } } as APIGatewayProxyEvent["requestContext"],
  };
}

function split(target: string): [string, string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

function* pairs(raw: readonly string[]): Iterable<[string, string]> {
  for (let place = 0; place < raw.length; place += 2) yield [raw[place] as string, raw[place + 1] as string];
}

function multiValues(entries: Iterable<[string, string]>): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of entries) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}

function lastValues(values: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? ""]));
}
