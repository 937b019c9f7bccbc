import { Readable } from "node:stream";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type { AnswerStream, HttpCall } from "#shared/ports/http-call.ts";

/** Converts a REST API event (payload 1.0) to the common call type. */
export function lambdaCall(event: APIGatewayProxyEvent, answer: AnswerStream): HttpCall {
  const [, first = "", ...rest] = event.path.split("/");
  // Well-known paths at the root have no prefix.
  const isAtRoot = first === ".well-known";
  return {
    requestId: event.requestContext.requestId,
    method: event.httpMethod,
    target: `${isAtRoot ? event.path : `/${rest.join("/")}`}${queryOf(event)}`,
    headers: headersOf(event),
    body: Readable.from(
      event.body === null ? [] : [Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8")],
    ),
    answer,
    address: event.requestContext.identity.sourceIp,
    fromTrustedProxy: false,
    // All calls come through a gateway.
    isFromThisMachine: () => false,
    prefix: isAtRoot ? "" : first,
  };
}

/**
 * Re-encodes the query (RFC 3986: a space is `%20`, a plus `%2B`), because the event doesn't contain its raw bytes. Keeps the order within
 * a name. Dollar signs, commas and brackets stay as they are: FileMaker's OData rejects them encoded.
 */
function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): string {
  const pairs = Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value) => `${encoded(name)}=${encoded(value)}`),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:24|2C)/g, decodeURIComponent);
}

function headersOf({ multiValueHeaders, body, isBase64Encoded }: APIGatewayProxyEvent): readonly string[] {
  const pairs = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    (values ?? []).flatMap((value) => [name, value]),
  );
  const length = body === null ? 0 : Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
  // API Gateway may drop Content-Length, and has already decoded chunked framing.
  const framed = pairs.filter(
    (_, place) => !/^(?:content-length|transfer-encoding)$/i.test(pairs[place - (place % 2)] as string),
  );
  return length === 0 ? framed : [...framed, "Content-Length", String(length)];
}
