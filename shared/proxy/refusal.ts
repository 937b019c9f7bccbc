import { errors, type ServiceError } from "#shared/contract/errors.ts";
import { type Client, rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";

type Shape = (code: string, error: ServiceError) => object;

/** How each API says that something went wrong, by its word behind `/fmi/`. */
const shapes: Readonly<Record<string, Shape>> = {
  odata: (code, { text }) => ({ error: { code, message: text } }),
  admin: (code, { text, response }) => ({ messages: [{ code, text }], response }),
};

const dataApiShape: Shape = (code, { text, response }) => ({ messages: [{ code, message: text }], response });

/** What our answer reports of the call beside the error. */
interface Refused {
  readonly requestId: string;
  /** What was called, behind the service prefix. */
  readonly target: string;
  readonly limits?: Client["limits"];
  /** The methods that the API takes, where the call's was none of them. */
  readonly allowed?: readonly string[];
}

/**
 * Our own error in the shape of the API that was called, with FileMaker's code where clients act on one.
 * Answers how many bytes that took.
 */
export function refuse(
  answer: AnswerStream,
  error: ServiceError,
  { requestId, target, limits, allowed = [] }: Refused,
): number {
  const { code, fileMakerCode } = errors[error.error];
  const api = /^\/fmi\/(\w+)/.exec(target)?.[1] ?? "";
  const envelope = (shapes[api] ?? dataApiShape)(fileMakerCode ?? String(code), error);
  const body = Buffer.from(JSON.stringify(envelope));
  answer.writeHead(error.proxyStatus, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    ...ownHeaderList,
    "X-Request-Id",
    requestId,
    ...(error.retryAfterSeconds === undefined ? [] : ["Retry-After", String(error.retryAfterSeconds)]),
    ...rateLimitHeaders(limits).flat(),
    ...(allowed.length > 0 ? ["Allow", allowed.join(", ")] : []),
    // Programs that ask people for an account ask when they are challenged, as FileMaker Server does for OData.
    ...(api === "odata" && error.status === 401 ? ["WWW-Authenticate", 'Basic realm="FileMaker OData"'] : []),
  ]);
  answer.end(body);
  return body.length;
}

/** An answer of ours in the shape of the Data API. */
export function answerJson(answer: AnswerStream, response: object, headers: readonly string[] = []): number {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code: "0", message: "OK" }] }));
  answer.writeHead(200, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    ...ownHeaderList,
    ...headers,
  ]);
  answer.end(body);
  return body.length;
}
