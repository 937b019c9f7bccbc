import type { IncomingMessage } from "node:http";
import type { ErrorName } from "#shared/contract/errors.ts";

/** Valid form: one name or address, and an optional port. Servers disagree on how to read a list or a user in front of it. */
const hostForm = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/**
 * Returns the error for requests that Node's parser accepts and we don't (reliability, correctness at the byte level). Undefined if the
 * request is fine.
 */
export function refusedRequest(
  { method = "", url = "", rawHeaders, httpVersion }: IncomingMessage,
  maxHeaders: number,
): ErrorName | undefined {
  if (method === "TRACE") return "method_not_allowed";
  if (rawHeaders.length > 2 * maxHeaders) return "headers_too_large";
  // An absolute-form target names its own host; `//host` becomes one when it is resolved.
  if (url.charCodeAt(0) !== 47 || url.charCodeAt(1) === 47) return "request_refused";
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "request_refused";
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] as string;
    if (name.length === 4 && name.toLowerCase() === "host") {
      hosts += 1;
      if (!hostForm.test(rawHeaders[place + 1] as string)) return "request_refused";
    } else if (name.length === 17 && name.toLowerCase() === "transfer-encoding") {
      // Node decodes the last coding, which is `chunked`; nothing would decode an earlier one.
      if (httpVersion === "1.0" || rawHeaders[place + 1]?.toLowerCase() !== "chunked") return "request_refused";
    }
  }
  return hosts > 1 || (hosts === 0 && httpVersion !== "1.0") ? "request_refused" : undefined;
}
