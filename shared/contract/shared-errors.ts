import type { ErrorEntries } from "./error-entry.ts";

/** Errors that operations of every resource can return. */
export const sharedErrors = {
  unauthenticated: {
    code: 18000,
    status: 401,
    sentence: "Missing or invalid credentials. Send an Admin API key, an Admin Console account, or an Admin API token",
    cause:
      "No credential was sent, the key is unknown, deleted or mistyped, or FileMaker Server rejected the account or token.",
    remedy: "Send `Authorization: Bearer ak_…`, Basic with an Admin Console account, or an Admin API token as bearer.",
  },
  admin_key_in_url: {
    code: 18001,
    status: 401,
    sentence: "Admin API keys are accepted only as a bearer token in the Authorization header",
    cause: "The key was in the query or in the user part of the URL, where logs and browser histories keep it.",
    remedy: "Send `Authorization: Bearer ak_…`. Rotate the key if others could have seen the URL.",
  },
  credentials_repeated: {
    code: 18002,
    status: 400,
    sentence: "More than one credential was sent",
    cause: "The request has several Authorization headers, or a key both in a header and in the query.",
    remedy: "Send one credential in one place.",
  },
  wrong_kind_of_key: {
    code: 18003,
    status: 401,
    sentence: "Data API keys don't work for the management API or the Admin API",
    cause: "A key that starts with `dk_` was sent to a path under `/svc/api/` or `/svc/fmi/admin/`.",
    remedy: "Use an Admin API key. It starts with `ak_`.",
  },
  too_many_attempts: {
    code: 18004,
    status: 429,
    sentence: "Too many failed sign-in attempts; try again later",
    cause:
      "Ten sign-ins to this account from this address failed within 15 minutes. Or, if the account never signed in from this address: twenty failed for the account, for the address, or for all callers within a minute. Or FileMaker Server itself locked the account for a while.",
    remedy: "Wait for the number of seconds in the Retry-After header. A correct password doesn't shorten the wait.",
  },
  input_invalid: {
    code: 18010,
    status: 400,
    sentence: "Invalid request",
    cause: "A field is missing, has the wrong type, or is out of range. The message names each field.",
    remedy: "Compare the request with the API documentation at `/svc/apidoc/`.",
  },
  json_invalid: {
    code: 18011,
    status: 400,
    sentence: "Invalid JSON",
    cause:
      "The body can't be parsed, nests deeper than 32 levels, has far too many names or values, repeats a name in an object, or uses a reserved name such as `__proto__`.",
    remedy: "Send one JSON value in UTF-8.",
  },
  body_too_large: {
    code: 18012,
    status: 413,
    sentence: "Request body too large",
    cause: "Management requests can be up to 1 MB of JSON. Operations with a lower limit name it in the message.",
    remedy: "Send less data per request.",
  },
  content_type_unsupported: {
    code: 18013,
    status: 415,
    sentence: "Unsupported Content-Type",
    cause: "The body has another content type than this operation accepts, or none.",
    remedy: "Set the `Content-Type` header to the type that the message names.",
  },
  route_not_found: {
    code: 18020,
    status: 404,
    sentence: "Not found: no operation has this path",
    cause: "The path isn't part of the API.",
    remedy: "Compare the path with the API documentation at `/svc/apidoc/`.",
    fileMakerCode: "1630",
  },
  method_not_allowed: {
    code: 18021,
    status: 405,
    sentence: "Method not allowed",
    cause: "This path exists, but with other methods. The Allow header lists them if they are known.",
    remedy: "Use a method from the Allow header.",
    fileMakerCode: "1704",
  },
  path_refused: {
    code: 18022,
    status: 400,
    sentence: "Invalid path",
    cause:
      "It contains dot segments, empty segments, control characters, backslashes, text that was encoded twice, or hundreds of segments.",
    remedy: "Encode each segment of the path once. Layout, script and field names can contain `%2F`.",
  },
  request_refused: {
    code: 18023,
    status: 400,
    sentence: "Invalid HTTP request",
    cause:
      "Examples: two Host headers, an absolute request target, Transfer-Encoding in HTTP/1.0, or a transfer coding other than `chunked`.",
    remedy: "Send a plain HTTP/1.1 request.",
  },
  headers_too_large: {
    code: 18024,
    status: 431,
    sentence: "Request headers too large: the limits are 16 KB and 100 headers",
    cause: "The usual reasons are long cookies and very long query strings.",
    remedy: "Send shorter headers, or move search criteria from the query to the body of a find request.",
  },
  request_timeout: {
    code: 18025,
    status: 408,
    sentence: "Request timed out",
    cause: "The headers took longer than 10 seconds, or the body stopped arriving.",
    remedy: "Send the request again.",
  },
  administrator_limited: {
    code: 18047,
    status: 403,
    sentence: "This account has no Latchkey role",
    cause:
      "An administrator role of FileMaker Server limits this account, and no one assigned it a role in Latchkey. Latchkey doesn't accept its Admin API tokens or Admin API keys made with it.",
    remedy:
      "Ask an administrator to add the account in the settings, under People, or use the Admin Console's own account. The Admin API proxy accepts the limited account for what its role allows.",
    fileMakerCode: "9",
  },
  role_too_low: {
    code: 18301,
    status: 403,
    sentence: "Your role doesn't allow this",
    cause: "The message names the required role and yours.",
    remedy: "Ask an administrator to do this or to change your role.",
    fileMakerCode: "9",
  },
  network_refused: {
    code: 18302,
    status: 403,
    sentence: "Access from this address isn't allowed",
    cause: "An administrator limited access to certain networks. The message names your address.",
    remedy:
      'Connect from one of these networks, or ask an administrator to add the address in the settings, under Access. From the machine that runs Latchkey, all requests are allowed: see the guide "Running Latchkey".',
    fileMakerCode: "9",
  },
  direct_call_refused: {
    code: 18304,
    status: 403,
    sentence: "Direct calls to API Gateway aren't allowed. Call the service's own address",
    cause: "On AWS, the request went to the API's execute-api address, and not through CloudFront.",
    remedy:
      "Call the address of the service: its domain, or the output `Address` of the stack. An administrator can allow direct calls with the parameter `directCalls`.",
    fileMakerCode: "9",
  },
  store_unavailable: {
    code: 18060,
    status: 503,
    sentence: "Storage is unavailable. Try again",
    cause: "The table of keys can't be reached or is overloaded.",
    remedy: "Wait for the number of seconds in the Retry-After header. Keys used in the last 15 minutes keep working.",
  },
  store_full: {
    code: 18061,
    status: 507,
    sentence: "Not enough disk space to save this",
    cause: "The disk with Latchkey's data is full.",
    remedy: "Free up disk space, then send the request again.",
  },
  cross_site_refused: {
    code: 18070,
    status: 403,
    sentence: "Cross-site request blocked",
    cause:
      "The request has a session cookie and comes from a page of another origin, or from a browser that doesn't report the origin.",
    remedy:
      "Call from a page of this service's own origin, send the header `X-Requested-With` with any value, or use a key.",
  },
  internal: {
    code: 18099,
    status: 500,
    sentence: "Something went wrong in Latchkey",
    cause: "This is a bug. The service log has the details under the request ID.",
    remedy: "Report it with the request ID from the X-Request-Id header.",
  },
  calls_limited: {
    code: 18300,
    status: 429,
    sentence: "Too many requests. Try again shortly",
    cause:
      "All callers together exceeded the limit of requests per second (`callsPerSecond`, `eventStreamsPerSecond`). On AWS only.",
    remedy: "Wait for the number of seconds in the Retry-After header, then send the request again.",
  },
  answer_too_large: {
    code: 18305,
    status: 502,
    sentence: "The response is too large for this service",
    cause: "On AWS, a response that isn't a redirect can have at most 200 MB.",
    remedy:
      "Request it in parts with the header `Range`, or less of it. Without AWS's limit, run Latchkey on one machine.",
  },
  streams_exhausted: {
    code: 18303,
    status: 429,
    sentence: "Too many open streams or downloads for this caller",
    cause:
      "A caller can follow 10 logs, have 10 event streams, and download 20 logs at a time, in each process of the service.",
    remedy:
      "Close one, or wait until one has ended. `GET …/lines` of a log and `GET …/events` return new entries without a stream.",
  },
  range_unsatisfiable: {
    code: 18172,
    status: 416,
    sentence: "Range not satisfiable",
    cause: "The range begins after the end of the file. A log may have been rotated or cleared.",
    remedy: "`response` and the header `Content-Range` have the current length of the file.",
  },
} as const satisfies ErrorEntries;
