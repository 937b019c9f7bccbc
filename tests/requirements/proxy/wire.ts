import type { RequirementList } from "../requirement.ts";

/** Bytes that the proxy accepts, rejects and sends. */
export const proxyWire = {
  "proxy:abort:client": {
    text: "When a client disconnects, its upstream request is aborted within a second.",
    source: "Reliability R3.4; Reliability R3.5",
  },
  "proxy:abort:many": {
    text: "After many clients disconnected at random times, the process keeps serving and holds none of their descriptors.",
    source: "Reliability R3.4; Reliability N4",
  },
  "proxy:abort:status": {
    text: "An upstream status above 599 is invalid: the client gets 502.",
    source: "Reliability U10",
  },
  "proxy:abort:upstream": {
    text: "If the upstream aborts its response, the client's connection is destroyed and never ends like a complete response.",
    source: "Reliability R4.5",
  },
  "proxy:compression:asked": {
    text: "A response of 1 KB or more is compressed with the encoding that the caller's Accept-Encoding prefers of zstd, br, and gzip, honoring weights, `*`, and a refused `identity`; without the header it isn't.",
    source: "Promise, compression; RFC 9110, 12.5.3",
  },
  "proxy:compression:broken": {
    text: "A compressed response that aborts doesn't look complete, and a client that disconnects ends it.",
    source: "Promise, compression; Reliability R4.5; Reliability R3.4",
  },
  "proxy:compression:head": {
    text: "HEAD returns the headers of the compressed response without its body.",
    source: "Promise, compression; Reliability R4.5",
  },
  "proxy:compression:pieces": {
    text: "A compressed response that arrives in chunks is sent chunk by chunk as it arrives, and URLs in it are rewritten.",
    source: "Promise, compression",
  },
  "proxy:compression:tag": {
    text: "A compressed response has no strong ETag, no Content-Length of the uncompressed one, and no Accept-Ranges; Vary includes Accept-Encoding.",
    source: "Promise, compression; RFC 9110, 8.8.1",
  },
  "proxy:compression:unfit": {
    text: "Short, already encoded, image, archive, partial, event stream, and no-transform responses are sent uncompressed.",
    source: "Promise, compression",
  },
  "proxy:headers:connection-named": {
    text: "A header that the caller names in Connection cannot remove what the proxy adds.",
    source: "Reliability R4.1",
  },
  "proxy:headers:credential": {
    text: "The caller's Authorization isn't forwarded; the pooled session's token is sent instead.",
    source: "Reliability R4.2",
  },
  "proxy:headers:forwarded": {
    text: "Incoming X-Forwarded-*, Forwarded, and X-Real-IP are dropped unless the peer is a trusted proxy.",
    source: "Reliability R4.2",
  },
  "proxy:headers:hop-by-hop": {
    text: "Connection, Keep-Alive, Proxy-*, TE, Trailer, Transfer-Encoding, Upgrade, Expect, and Host aren't forwarded unchanged.",
    source: "Reliability R4.2",
  },
  "proxy:headers:hop-by-hop-back": {
    text: "Hop-by-hop headers of the server do not reach the caller.",
    source: "Reliability R4.2",
  },
  "proxy:headers:order": {
    text: "Forwarded headers keep their order and case, in both directions; headers that frame the message are rewritten.",
    source: "Reliability R4.2",
  },
  "proxy:headers:own": {
    text: "X-Svc-* headers and the console's cookie aren't forwarded to the server.",
    source: "Reliability R4.2",
  },
  "proxy:headers:set-cookie": {
    text: "A Set-Cookie with one of our names or a path wider than the proxy's isn't forwarded to the caller.",
    source: "Reliability R4.2",
  },
  "proxy:headers:token-back": {
    text: "The session token of a key's request isn't forwarded to the caller.",
    source: "Reliability R4.2",
  },
  "proxy:http:absolute-target": {
    text: "An absolute request target for another host is rejected with 400.",
    source: "Reliability section 4, accepted by Node: absolute-form target",
  },
  "proxy:http:dot-segments": {
    text: "/../, /..%2f, and /%2e%2e/ in the path are rejected with 400.",
    source: "Reliability section 4, accepted by Node: /../, /..%2f, /%2e%2e/ in the path",
  },
  "proxy:http:double-slash": {
    text: "A target that starts with // is rejected with 400 and never resolved to another host.",
    source: "Reliability section 4, accepted by Node: target //evil/x",
  },
  "proxy:http:get-body": {
    text: "A GET with a body keeps its framing or is rejected; its body is never dropped while the length is kept.",
    source: "Reliability section 4, accepted by Node: GET with a body",
  },
  "proxy:http:methods": {
    text: "TRACE, CONNECT, and every method that the API doesn't have are rejected with 405, and an Upgrade is dropped.",
    source: "Reliability section 4, accepted by Node: TRACE, CONNECT, Upgrade h2c",
  },
  "proxy:http:nothing-smuggled": {
    text: "A message whose end two servers could see differently is rejected, its connection is closed, and nothing after it is treated as another request.",
    source: "Reliability R4.3",
  },
  "proxy:http:old-chunked": {
    text: "Transfer-Encoding on HTTP/1.0 is rejected with 400.",
    source: "Reliability section 4, accepted by Node: Transfer-Encoding on HTTP/1.0",
  },
  "proxy:http:transfer-codings": {
    text: "A transfer coding other than chunked is rejected with 400; in a response from FileMaker Server, it causes 502.",
    source: "Reliability section 4, accepted by Node: Transfer-Encoding",
  },
  "proxy:http:two-credentials": {
    text: "Credentials that appear more than once, in any form, are rejected with 400.",
    source: "Reliability section 4, accepted by Node: two Authorization headers",
  },
  "proxy:http:two-hosts": {
    text: "Two Host headers are rejected with 400.",
    source: "Reliability section 4, accepted by Node: two Host headers",
  },
  "proxy:limits:answer-idle": {
    text: "A caller that reads nothing of its response for 60 seconds is disconnected, and its upstream request is aborted.",
    source: "Promise, Data API proxy; Reliability R3.4",
  },
  "proxy:limits:connections": {
    text: "At most 2,000 connections are open, and 200 per IPv4 address or IPv6 /64, except for loopback and trusted proxies.",
    source: "Reliability R4.6",
  },
  "proxy:limits:headers": {
    text: "More than 16 KB or more than 100 headers are rejected.",
    source: "Reliability R4.6",
  },
  "proxy:limits:idle-connections": {
    text: "At the connection limit, the connection that has been idle longest is closed for a new one. Connections with a running request are never closed for it.",
    source: "Reliability R4.6",
  },
  "proxy:limits:keep-alive": {
    text: "An idle client connection is kept for 65 seconds, longer than a load balancer keeps its own.",
    source: "Reliability R4.6",
  },
  "proxy:limits:own-requests": {
    text: "A management request that hasn't arrived completely within 30 seconds is aborted.",
    source: "Reliability R4.6",
  },
  "proxy:limits:reserved-connections": {
    text: "The last 200 connections are reserved for clients with fewer than 10, so that a few busy clients don't lock out the others.",
    source: "Reliability R4.6",
  },
  "proxy:limits:slow-headers": {
    text: "A connection whose headers take longer than 10 seconds is closed.",
    source: "Reliability R4.6",
  },
  "proxy:limits:upload-idle": {
    text: "A proxied upload without progress for 60 seconds is aborted, regardless of its total time.",
    source: "Reliability R4.6",
  },
  "proxy:outages:breaker": {
    text: "If half of at least 20 requests to one of FileMaker Server's APIs within ten seconds got no response, requests are rejected with 502 for five seconds; then one is tried, and if it is answered, all continue.",
    source: "Reliability U9",
  },
  "proxy:outages:hanging-server": {
    text: "A slow request keeps waiting while FileMaker Server answers productInfo, and ends with 504 if that hangs too.",
    source: "Reliability U3",
  },
  "proxy:outages:ordinary-errors": {
    text: "FileMaker's own errors, HTTP 500 with an envelope, never trigger the circuit breaker.",
    source: "Reliability U8",
  },
  "proxy:outages:retries": {
    text: "At most a fifth of the requests of ten seconds is retried, and always at least three.",
    source: "Reliability U9",
  },
  "proxy:path:control": {
    text: "NUL, control characters, and backslashes in a path are rejected with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:double-encoded": {
    text: "A segment that still contains %2e, %2f, or %5c after decoding is rejected with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:empty-segment": {
    text: "An empty segment before the last one is rejected with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:kept": {
    text: "Layout, script, and field names can contain a slash and any Unicode, and are forwarded with their original encoding.",
    source: "Reliability R4.3",
  },
  "proxy:path:slash-in-name": {
    text: "A slash inside a database name, file name, or id is rejected with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:trailing-slash": {
    text: "One trailing slash is forwarded unchanged.",
    source: "Reliability R4.3",
  },
  "proxy:path:unchanged": {
    text: "The path that is sent is byte for byte the path that was checked.",
    source: "Reliability R4.3",
  },
  "proxy:path:walked": {
    text: "For every forwarded path, a web server that decodes and resolves it ends up in the file and API that the key opens.",
    source: "Reliability R4.3",
  },
  "proxy:path:wide-forms": {
    text: "A fullwidth dot, slash, or backslash in a file name of a path is rejected with 400; in other names, it is a letter.",
    source: "Reliability R4.3",
  },
  "proxy:query:key-removed": {
    text: "The apiKey parameter isn't forwarded, and the rest of the query arrives byte for byte.",
    source: "Security K3; Reliability R4.2",
  },
  "proxy:stream:backpressure": {
    text: "Bodies are streamed in both directions at the pace of the slower side, and never buffered.",
    source: "Promise, Data API proxy; Reliability R3.3",
  },
  "proxy:stream:bodiless": {
    text: "HEAD, 204, and 304 have no body.",
    source: "Reliability R4.5",
  },
  "proxy:upstream:connect-timeout": {
    text: "If a server doesn't accept a connection within 3 seconds, the attempt fails.",
    source: "Reliability R3.5",
  },
  "proxy:upstream:connections": {
    text: "Connections to the server are kept alive in one pool per origin, with one request at a time on each.",
    source: "Reliability R3.5",
  },
  "proxy:upstream:headers-timeout": {
    text: "If a server sends no headers, the response is 504, before the caller's own timeout.",
    source: "Reliability R3.5; Reliability U3",
  },
  "proxy:upstream:idle-timeout": {
    text: "A response without progress for 60 seconds is aborted.",
    source: "Reliability R3.5",
  },
} as const satisfies RequirementList;
