import type { IncomingMessage, ServerResponse } from "node:http";
import { inject } from "light-my-request";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { ownHeaders } from "#shared/http/own-headers.ts";
import { hasMoreParameters } from "#shared/http/parameters.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import type { OAuthAddresses } from "../addresses.ts";
import { sessionCookie } from "./provider.ts";

/** What handles a request as Node has it. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What a request brings to the library: everything else of a call is our business. */
const passedHeaders = [
  "accept",
  "access-control-request-headers",
  "access-control-request-method",
  "authorization",
  "content-type",
  "cookie",
  "origin",
];
const mostBodyBytes = 16_384;
const maxFields = 100;

/** An answer of the library's, with nothing sent yet. */
export interface LibraryAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/**
 * Has the library answer a call, which it takes as Node's request. `path` is behind the issuer, with its query. Host and scheme are those of the
 * configured address, whatever the call says. @throws ServiceError body_too_large, request_timeout
 */
export async function answerOf(
  dispatch: Dispatch,
  call: Pick<RawCall, "http" | "header">,
  options: {
    readonly path: string;
    readonly addresses: OAuthAddresses;
    readonly bodyMs: number;
    readonly body?: string;
  },
): Promise<LibraryAnswer> {
  const { http, header } = call;
  const issuer = new URL(options.addresses.issuer);
  const payload = options.body ?? (await bodyOf(call, options.bodyMs));
  const headers = Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const answer = await inject(
    (request, response) => {
      // Where it is mounted, for the addresses that it makes.
      Object.assign(request, { originalUrl: issuer.pathname + options.path });
      dispatch(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    },
    {
      method: http.method as "GET",
      url: options.path,
      headers: { ...headers, host: issuer.host, "x-forwarded-proto": issuer.protocol.slice(0, -1) },
      ...(payload !== "" && { payload }),
      remoteAddress: http.address,
    },
  );
  return { status: answer.statusCode, headers: headersOf(answer.headers), body: answer.rawPayload };
}

/** A body as text, for calls that carry little. @throws ServiceError body_too_large, request_timeout, input_invalid */
export async function bodyOf(
  { http, header }: Pick<RawCall, "http" | "header">,
  bodyMs: number,
  mostBytes = mostBodyBytes,
) {
  if (http.method === "GET" || http.method === "HEAD") return "";
  const declaredBytes = Number(header("content-length") ?? 0);
  const text = (await wholeBody(http.body, { mostBytes, bodyMs, declaredBytes })).toString("utf8");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header("content-type") ?? "");
  if (isForm && hasMoreParameters(text, maxFields))
    throw new ServiceError("input_invalid", { text: `the form has more than ${maxFields} fields` });
  return text;
}

/** Sends an answer that may hold secrets: never compressed, never kept. */
export function sendAnswer(
  { http, requestId }: Pick<RawCall, "http" | "requestId">,
  status: number,
  headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  body: Buffer | string = "",
): void {
  const given = Array.isArray(headers) ? headers : Object.entries(headers);
  const named = new Set(given.map(([name]) => name.toLowerCase()));
  const own = Object.entries(ownHeaders).filter(([name]) => !named.has(name.toLowerCase()));
  sendWhole(
    http.answer,
    { method: http.method, acceptEncoding: "" },
    { status, headers: [...given.flat(), ...own.flat(), "X-Request-Id", requestId], body: Buffer.from(body) },
  );
}

/** Length and connection are the transport's; the library's session goes to no browser. */
function headersOf(headers: Readonly<Record<string, number | string | readonly string[] | undefined>>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || /^(?:connection|content-length|date|keep-alive|transfer-encoding)$/i.test(name)
      ? []
      : [value]
          .flat()
          .map(String)
          .filter((one) => name.toLowerCase() !== "set-cookie" || !one.startsWith(sessionCookie))
          .map((one) => [name, one] as const),
  );
}
