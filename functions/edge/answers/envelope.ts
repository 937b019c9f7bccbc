import { failure } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { ownHeaders } from "#shared/http/own-headers.ts";
import { CursorRefused, StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import type { Answer } from "./answer.ts";

/** Headers of every response of the management API. */
export const managementHeaders: Readonly<Record<string, string>> = {
  ...ownHeaders,
  "Content-Type": "application/json; charset=utf-8",
};

/** Returns headers for text. Our pages only load from their own origin, run no inline scripts and can't be framed. */
export function textHeaders(contentType: string): Record<string, string> {
  return {
    ...managementHeaders,
    "Content-Type": contentType,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}

/** Converts any thrown value to an error whose text is safe for the caller. The details are for the log. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof CursorRefused)
    return new ServiceError("input_invalid", { text: "`cursor`: invalid for this list", cause: thrown });
  if (thrown instanceof StoreFull) return new ServiceError("store_full", { cause: thrown });
  if (thrown instanceof StoreUnavailable)
    return new ServiceError("store_unavailable", { cause: thrown, retryAfterSeconds: 5 });
  return new ServiceError("internal", { cause: thrown });
}

/** Returns an error as plain text, for operations that would have returned a file. */
export function errorText(error: ServiceError): Answer {
  const { status, headers } = errorAnswer(error);
  const { retryAfterSeconds } = error;
  return {
    status,
    headers: {
      ...headers,
      ...textHeaders("text/plain; charset=utf-8"),
      // A browser tries again, and saves the file when it is ready. Programs wait as Retry-After says.
      ...(error.error === "download_not_ready" &&
        retryAfterSeconds !== undefined && { Refresh: String(retryAfterSeconds) }),
    },
    body: `${error.text}\n`,
  };
}

/** Converts an error to a response of the management API. The only place that does so. */
export function errorAnswer(
  error: ServiceError,
  notes: readonly string[] = [],
): Answer & { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  return {
    status: error.status,
    headers: {
      ...managementHeaders,
      ...(error.retryAfterSeconds !== undefined && { "Retry-After": String(error.retryAfterSeconds) }),
    },
    body: JSON.stringify(failure(error, notes)),
  };
}
