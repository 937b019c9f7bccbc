import { buildQueryString, HttpResponse } from "@smithy/core/protocols";
import { Pool } from "undici";

interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Parameters<typeof buildQueryString>[0];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Header that emulators require but don't check. */
const uncheckedSignature = {
  authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/local/local/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20260101T000000Z",
};

/** Middlewares whose only effects are log lines and a header. */
const unusedMiddlewares = ["loggerMiddleware", "getUserAgentMiddleware"];

/**
 * Returns options for clients of an emulator that checks no signatures. Calls go unsigned through undici, which halves their CPU time: a run
 * makes several hundred thousand calls. What signing and the SDK's own HTTP handler do is tested in tests/aws.
 */
export function lightCalls(endpoint: string) {
  const pool = new Pool(endpoint);
  return {
    cacheMiddleware: true,
    signer: { sign: async <R>(request: R) => request },
    requestHandler: {
      async handle(
        { method, path, query, headers, body }: SignedRequest,
        { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
      ) {
        const search = buildQueryString(query);
        const { "content-length": _length, host: _host, ...rest } = headers;
        const answer = await pool
          .request({
            method: method as "GET" | "POST" | "PUT" | "DELETE",
            path: search === "" ? path : `${path}?${search}`,
            headers: { ...rest, ...uncheckedSignature },
            ...(body === undefined ? {} : { body }),
            ...(abortSignal === undefined ? {} : { signal: abortSignal }),
          })
          .catch((error: NodeJS.ErrnoException) => {
            throw withNodeCode(error);
          });
        const { statusCode } = answer;
        const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        const response = new HttpResponse({
          statusCode,
          headers: Object.fromEntries(received),
          body: await answer.body.bytes(),
        });
        return { response };
      },
      destroy: () => void pool.destroy(),
    },
  };
}

/** Codes of Node for the errors of undici that the SDK's own handler would have seen as such. Only these are retried. */
const nodeCodes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: "ECONNRESET",
  UND_ERR_CONNECT_TIMEOUT: "ETIMEDOUT",
};

function withNodeCode(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  const code = nodeCodes[error.code ?? ""];
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code });
}

/** Removes what a client does for logs that no test reads. */
export function withoutLogs<C extends { readonly middlewareStack: { remove(name: string): boolean } }>(client: C): C {
  for (const name of unusedMiddlewares) client.middlewareStack.remove(name);
  return client;
}
