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

/** Handler of Node requests. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Headers passed to the library. We handle everything else ourselves. */
const passedHeaders = [
  "accept",
  "access-control-request-headers",
  "access-control-request-method",
  "authorization",
  "content-type",
  "cookie",
  "origin",
];
const maxBodyBytes = 16_384;
const maxFields = 100;

/** Response of the library that isn't sent yet. */
export interface LibraryAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/**
 * Runs a call in the library, which expects a Node request. `path` is relative to the issuer and includes the query. Host and scheme are
 * those of the configured URL, regardless of the call.
 * @throws ServiceError body_too_large, request_timeout
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
      // Mount path, for the URLs that the library builds.
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

/**
 * Reads a small body as text.
 * @throws ServiceError body_too_large, request_timeout, input_invalid
 */
export async function bodyOf(
  { http, header }: Pick<RawCall, "http" | "header">,
  bodyMs: number,
  maxBytes = maxBodyBytes,
) {
  if (http.method === "GET" || http.method === "HEAD") return "";
  const declaredBytes = Number(header("content-length") ?? 0);
  const text = (await wholeBody(http.body, { maxBytes, bodyMs, declaredBytes })).toString("utf8");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header("content-type") ?? "");
  if (isForm && hasMoreParameters(text, maxFields))
    throw new ServiceError("input_invalid", { text: `the form has more than ${maxFields} fields` });
  return text;
}

/** Sends a response that may contain secrets: never compressed, never cached. */
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

/** Returns the headers to send. The transport sets length and connection, and the library's session cookie is removed. */
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
