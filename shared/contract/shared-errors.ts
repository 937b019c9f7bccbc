import type { ErrorEntries } from "./error-entry.ts";

/** Errors that operations of every resource may answer. */
export const sharedErrors = {
  unauthenticated: {
    code: 18000,
    status: 401,
    sentence:
      "This call needs an Admin API Key, an Admin Console account or an Admin API token, and what came was not accepted",
    cause: "No credential was sent, or the key is unknown, deleted or mistyped, or the account or token was refused.",
    remedy:
      "Send `Authorization: Bearer ak_…`, or Basic with an Admin Console account, or an Admin API token as bearer.",
  },
  admin_key_in_url: {
    code: 18001,
    status: 401,
    sentence: "An Admin API Key is accepted only as a bearer token in the Authorization header",
    cause: "The key came as a query parameter or as the user part of the address, where logs and histories keep it.",
    remedy: "Send `Authorization: Bearer ak_…`. Replace the key if the address may have been seen by others.",
  },
  credentials_repeated: {
    code: 18002,
    status: 400,
    sentence: "Credentials were sent more than once",
    cause: "The call carries several Authorization headers, or a key both in a header and in the query.",
    remedy: "Send one credential in one place.",
  },
  wrong_kind_of_key: {
    code: 18003,
    status: 401,
    sentence: "A Data API Key does not open the management API or the Admin API",
    cause: "A key that starts with `dk_` was sent to a path below `/svc/api/` or `/svc/fmi/admin/`.",
    remedy: "Use an Admin API Key, which starts with `ak_`.",
  },
  too_many_attempts: {
    code: 18004,
    status: 429,
    sentence: "Too many failed sign-in attempts; try again later",
    cause:
      "Ten credentials for this account were refused from this address within 15 minutes; or, where the account was not accepted from it before, twenty for the account, for the address, or in one minute in all; or FileMaker Server itself has locked the account for a while.",
    remedy: "Wait as long as the Retry-After header says, in seconds. A correct password does not shorten the wait.",
  },
  input_invalid: {
    code: 18010,
    status: 400,
    sentence: "The request does not have the form that this operation takes",
    cause: "A field is missing, has the wrong type, or is out of range. The text names each one.",
    remedy: "Compare the call with the API documentation at `/svc/apidoc/`.",
  },
  json_invalid: {
    code: 18011,
    status: 400,
    sentence: "The body is not acceptable JSON",
    cause:
      "It does not parse, nests deeper than 32 levels, repeats a name in an object, or uses a reserved name such as `__proto__`.",
    remedy: "Send one JSON value in UTF-8.",
  },
  body_too_large: {
    code: 18012,
    status: 413,
    sentence: "The body is larger than this operation takes",
    cause: "Management calls take at most 1 MB of JSON.",
    remedy: "Send less in one call.",
  },
  content_type_unsupported: {
    code: 18013,
    status: 415,
    sentence: "This operation takes another content type",
    cause: "The body came with another content type than the operation takes, or with none.",
    remedy: "Set the header `Content-Type` to what the text names.",
  },
  route_not_found: {
    code: 18020,
    status: 404,
    sentence: "There is no operation at this path",
    cause: "The path is not one of the API's.",
    remedy: "Compare the path with the API documentation at `/svc/apidoc/`.",
    fileMakerCode: "1630",
  },
  method_not_allowed: {
    code: 18021,
    status: 405,
    sentence: "This path does not take this method",
    cause: "The path exists with other methods. The Allow header lists them where they are known.",
    remedy: "Use one of the methods in the Allow header.",
    fileMakerCode: "1704",
  },
  path_refused: {
    code: 18022,
    status: 400,
    sentence: "The path is not acceptable",
    cause:
      "It contains dot segments, empty segments, control characters, backslashes, or something that was encoded twice.",
    remedy: "Encode each segment of the path once. Layout, script and field names may contain `%2F`.",
  },
  request_refused: {
    code: 18023,
    status: 400,
    sentence: "The request is ambiguous or not well formed",
    cause:
      "For example two Host headers, an absolute request target, Transfer-Encoding in HTTP/1.0, or one that is not `chunked`.",
    remedy: "Send a plain HTTP/1.1 request.",
  },
  headers_too_large: {
    code: 18024,
    status: 431,
    sentence: "The request's headers are larger than 16 KB or more than 100",
    cause: "Long cookies or very long query strings are the usual reason.",
    remedy: "Send less in headers; move criteria from the query into the body of a find.",
  },
  request_timeout: {
    code: 18025,
    status: 408,
    sentence: "The request did not arrive in time",
    cause: "Its headers took longer than 10 seconds, or its body stopped arriving.",
    remedy: "Send the request again.",
  },
  administrator_limited: {
    code: 18047,
    status: 403,
    sentence: "This account administers only a part of FileMaker Server",
    cause:
      "An administrator role of FileMaker Server limits it, and it was given no role in Latchkey. No token of such an account is taken, and no Admin API Key made with one.",
    remedy:
      "Have the account given a role in the settings, under People, or use the Admin Console's own. The proxy of the Admin API takes the limited one, for what its role allows.",
    fileMakerCode: "9",
  },
  role_too_low: {
    code: 18301,
    status: 403,
    sentence: "The role that was given to the caller does not allow this",
    cause: "The text names the role that it takes, and the caller's own.",
    remedy: "Ask an administrator to do it, or for that role.",
    fileMakerCode: "9",
  },
  network_refused: {
    code: 18302,
    status: 403,
    sentence: "The service may not be called from this address",
    cause:
      "An administrator has limited it to some networks, and the call came from elsewhere. The text names the address.",
    remedy:
      'Call from one of these networks, or have the address added in the settings, under Access. From the service\'s own machine everything can be called: the guide "Running Latchkey" has the way back in.',
    fileMakerCode: "9",
  },
  store_unavailable: {
    code: 18060,
    status: 503,
    sentence: "Latchkey's own store does not answer; try again shortly",
    cause: "The table of keys is out of reach or overloaded.",
    remedy: "Wait as long as the Retry-After header says. Keys that were used in the last 15 minutes go on working.",
  },
  store_full: {
    code: 18061,
    status: 507,
    sentence: "There is no space left to store this",
    cause: "The disk that holds Latchkey's data is full.",
    remedy: "Free space on the disk, then repeat the call.",
  },
  cross_site_refused: {
    code: 18070,
    status: 403,
    sentence: "A browser's session does not take this call from another site",
    cause:
      "The call came with a session cookie from a page of another origin, or from a browser that does not say where a call comes from.",
    remedy:
      "Call from a page of this service's own origin, or send the header `X-Requested-With` with any value, or use a key.",
  },
  internal: {
    code: 18099,
    status: 500,
    sentence: "Something went wrong in Latchkey itself",
    cause: "A defect. The service log has the details under the request id.",
    remedy: "Report it with the request id from the X-Request-Id header.",
  },
  calls_limited: {
    code: 18300,
    status: 429,
    sentence: "The service takes no more calls at this moment",
    cause:
      "All callers together have made more calls a second than the deployment takes (`callsPerSecond`, `eventStreamsPerSecond`). On AWS only.",
    remedy: "Send the call again after as many seconds as the Retry-After header says.",
  },
  range_unsatisfiable: {
    code: 18172,
    status: 416,
    sentence: "The file does not reach as far as the range that was asked for",
    cause: "The range begins behind the file's end. A log may have been rotated or cleared.",
    remedy: "`response` and the header `Content-Range` say how long the file is now.",
  },
} as const satisfies ErrorEntries;
