import { Readable } from "node:stream";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type { AnswerStream, HttpCall } from "#shared/ports/http-call.ts";

/** A REST API event (payload 1.0) as the one call that handlers take. */
export function lambdaCall(event: APIGatewayProxyEvent, answer: AnswerStream): HttpCall {
  const [, first = "", ...rest] = event.path.split("/");
  // What clients look for at the root of an address has no prefix.
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
    // What calls there comes through a gateway.
    isFromThisMachine: () => false,
    prefix: isAtRoot ? "" : first,
  };
}

/**
 * The query encoded again by one rule (RFC 3986: a space is `%20`, a plus `%2B`): the event no longer holds its bytes.
 * Order is kept within a name. Dollar signs, commas and brackets stay as they are: FileMaker's OData refuses them encoded.
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
  // API Gateway may drop Content-Length, and has taken chunked framing apart already.
  const framed = pairs.filter(
    (_, place) => !/^(?:content-length|transfer-encoding)$/i.test(pairs[place - (place % 2)] as string),
  );
  return length === 0 ? framed : [...framed, "Content-Length", String(length)];
}
