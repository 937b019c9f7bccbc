import type { RequirementList } from "../requirement.ts";

/** Bytes that the proxy accepts, rejects and sends. */
export const proxyWire = {
  "proxy:abort:client": {
    text: "When a client leaves, its call upstream is aborted within a second.",
    source: "Reliability R3.4; Reliability R3.5",
  },
  "proxy:abort:many": {
    text: "After many clients that left at random moments the process serves on and holds no descriptor of theirs.",
    source: "Reliability R3.4; Reliability N4",
  },
  "proxy:abort:status": {
    text: "A status above 599 is no answer: the client gets a 502.",
    source: "Reliability U10",
  },
  "proxy:abort:upstream": {
    text: "When the upstream breaks off its answer, the client's connection is destroyed and never ends like a whole answer.",
    source: "Reliability R4.5",
  },
  "proxy:compression:asked": {
    text: "An answer of 1 KB or more is compressed with what the caller's Accept-Encoding prefers of zstd, br and gzip, its weights, `*` and a refused `identity` included; without the header it is not.",
    source: "Promise, compression; RFC 9110, 12.5.3",
  },
  "proxy:compression:broken": {
    text: "A compressed answer that breaks off does not look whole, and a client that leaves ends it.",
    source: "Promise, compression; Reliability R4.5; Reliability R3.4",
  },
  "proxy:compression:head": {
    text: "HEAD is answered with the headers of the compressed answer, and without its body.",
    source: "Promise, compression; Reliability R4.5",
  },
  "proxy:compression:pieces": {
    text: "Of a compressed answer that comes in pieces each piece is sent when it comes, and addresses in it are rewritten.",
    source: "Promise, compression",
  },
  "proxy:compression:tag": {
    text: "A compressed answer carries no strong ETag, no length of the plain one and no Accept-Ranges; Vary names Accept-Encoding.",
    source: "Promise, compression; RFC 9110, 8.8.1",
  },
  "proxy:compression:unfit": {
    text: "What is short, encoded already, a picture or an archive, a part of a file, an event stream or marked no-transform is sent as it is.",
    source: "Promise, compression",
  },
  "proxy:headers:connection-named": {
    text: "A header that the caller names in Connection cannot remove what the proxy adds.",
    source: "Reliability R4.1",
  },
  "proxy:headers:credential": {
    text: "The caller's Authorization does not reach the server; the pooled session's token does.",
    source: "Reliability R4.2",
  },
  "proxy:headers:forwarded": {
    text: "Incoming X-Forwarded-*, Forwarded and X-Real-IP are dropped unless the peer is a trusted proxy.",
    source: "Reliability R4.2",
  },
  "proxy:headers:hop-by-hop": {
    text: "Connection, Keep-Alive, Proxy-*, TE, Trailer, Transfer-Encoding, Upgrade, Expect and Host are not forwarded as they came.",
    source: "Reliability R4.2",
  },
  "proxy:headers:hop-by-hop-back": {
    text: "Hop-by-hop headers of the server do not reach the caller.",
    source: "Reliability R4.2",
  },
  "proxy:headers:order": {
    text: "Headers that are passed on keep their order and case, in both directions; those that frame the message are written anew.",
    source: "Reliability R4.2",
  },
  "proxy:headers:own": {
    text: "X-Svc-* headers and the console's cookie do not reach the server.",
    source: "Reliability R4.2",
  },
  "proxy:headers:set-cookie": {
    text: "A Set-Cookie with a name of ours or a path wider than the proxy's does not reach the caller.",
    source: "Reliability R4.2",
  },
  "proxy:headers:token-back": {
    text: "The session token of a key's call does not reach the caller.",
    source: "Reliability R4.2",
  },
  "proxy:http:absolute-target": {
    text: "An absolute request target for another host is refused with 400.",
    source: "Reliability section 4, accepted by Node: absolute-form target",
  },
  "proxy:http:dot-segments": {
    text: "/../, /..%2f and /%2e%2e/ in the path are refused with 400.",
    source: "Reliability section 4, accepted by Node: /../, /..%2f, /%2e%2e/ in the path",
  },
  "proxy:http:double-slash": {
    text: "A target that starts with // is refused with 400 and never resolved to another host.",
    source: "Reliability section 4, accepted by Node: target //evil/x",
  },
  "proxy:http:get-body": {
    text: "A GET with a body keeps its framing or is refused; its body is never dropped with the length kept.",
    source: "Reliability section 4, accepted by Node: GET with a body",
  },
  "proxy:http:methods": {
    text: "TRACE, CONNECT and every method that the API does not have are refused with 405, and an Upgrade is dropped.",
    source: "Reliability section 4, accepted by Node: TRACE, CONNECT, Upgrade h2c",
  },
  "proxy:http:nothing-smuggled": {
    text: "A message of which two servers may see different ends is refused, its connection is closed, and nothing behind it is taken for another call.",
    source: "Reliability R4.3",
  },
  "proxy:http:old-chunked": {
    text: "Transfer-Encoding on HTTP/1.0 is refused with 400.",
    source: "Reliability section 4, accepted by Node: Transfer-Encoding on HTTP/1.0",
  },
  "proxy:http:transfer-codings": {
    text: "A transfer coding other than chunked is refused with 400, and in an answer of FileMaker Server it is a 502.",
    source: "Reliability section 4, accepted by Node: Transfer-Encoding",
  },
  "proxy:http:two-credentials": {
    text: "Credentials that appear more than once, in any form, are refused with 400.",
    source: "Reliability section 4, accepted by Node: two Authorization headers",
  },
  "proxy:http:two-hosts": {
    text: "Two Host headers are refused with 400.",
    source: "Reliability section 4, accepted by Node: two Host headers",
  },
  "proxy:limits:answer-idle": {
    text: "A caller that takes nothing of its answer for 60 seconds is cut off, and its call at the server with it.",
    source: "Promise, Data API proxy; Reliability R3.4",
  },
  "proxy:limits:connections": {
    text: "At most 2,000 connections are open, and 200 per IPv4 address or IPv6 /64, except for loopback and trusted proxies.",
    source: "Reliability R4.6",
  },
  "proxy:limits:headers": {
    text: "Headers beyond 16 KB or 100 in number are refused.",
    source: "Reliability R4.6",
  },
  "proxy:limits:idle-connections": {
    text: "At a limit of connections, the one that has been idle longest is closed for a new one. A request under way is never cut off for it.",
    source: "Reliability R4.6",
  },
  "proxy:limits:keep-alive": {
    text: "An idle connection of a client is kept for 65 seconds, longer than a balancer keeps its own.",
    source: "Reliability R4.6",
  },
  "proxy:limits:own-requests": {
    text: "A management call that has not arrived within 30 seconds is ended.",
    source: "Reliability R4.6",
  },
  "proxy:limits:reserved-connections": {
    text: "The last 200 connections are for clients with fewer than 10, so that a few busy clients don't lock out the others.",
    source: "Reliability R4.6",
  },
  "proxy:limits:slow-headers": {
    text: "A connection whose headers take longer than 10 seconds is closed.",
    source: "Reliability R4.6",
  },
  "proxy:limits:upload-idle": {
    text: "A proxied upload that stands still for 60 seconds is ended, however long it takes in all.",
    source: "Reliability R4.6",
  },
  "proxy:outages:breaker": {
    text: "When half of at least 20 calls to one of FileMaker Server's APIs within ten seconds got no answer of it, calls are refused with 502 for five seconds; then one tries, and when it is answered all go on.",
    source: "Reliability U9",
  },
  "proxy:outages:hanging-server": {
    text: "A call that waits long goes on waiting while FileMaker Server answers productInfo, and ends with 504 when that hangs too.",
    source: "Reliability U3",
  },
  "proxy:outages:ordinary-errors": {
    text: "FileMaker's own errors, HTTP 500 with an envelope, never keep calls back.",
    source: "Reliability U8",
  },
  "proxy:outages:retries": {
    text: "At most a fifth of the calls of ten seconds goes out a second time, and three in any case.",
    source: "Reliability U9",
  },
  "proxy:path:control": {
    text: "NUL, control characters and backslashes in a path are refused with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:double-encoded": {
    text: "A segment that still holds %2e, %2f or %5c after decoding is refused with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:empty-segment": {
    text: "An empty segment before the last is refused with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:kept": {
    text: "Layout, script and field names may hold a slash and any Unicode, and arrive encoded as they came.",
    source: "Reliability R4.3",
  },
  "proxy:path:slash-in-name": {
    text: "A slash inside a database or file name or an id is refused with 400.",
    source: "Reliability R4.3",
  },
  "proxy:path:trailing-slash": {
    text: "One trailing slash is passed on as it came.",
    source: "Reliability R4.3",
  },
  "proxy:path:unchanged": {
    text: "The path that was checked is, byte for byte, the path that is sent.",
    source: "Reliability R4.3",
  },
  "proxy:path:walked": {
    text: "Whatever path is passed on, a web server that decodes and walks it arrives in the file and the API that the key opens.",
    source: "Reliability R4.3",
  },
  "proxy:path:wide-forms": {
    text: "A fullwidth dot, slash or backslash in the name of a file on a path is refused with 400, in other names it is a letter.",
    source: "Reliability R4.3",
  },
  "proxy:query:key-removed": {
    text: "The apiKey parameter does not reach the server, and the rest of the query arrives byte for byte.",
    source: "Security K3; Reliability R4.2",
  },
  "proxy:stream:backpressure": {
    text: "Bodies stream in both directions at the pace of the slower side, and are never collected.",
    source: "Promise, Data API proxy; Reliability R3.3",
  },
  "proxy:stream:bodiless": {
    text: "HEAD, 204 and 304 carry no body.",
    source: "Reliability R4.5",
  },
  "proxy:upstream:connect-timeout": {
    text: "A server that does not accept a connection within 3 seconds is given up.",
    source: "Reliability R3.5",
  },
  "proxy:upstream:connections": {
    text: "Connections to the server are kept alive in one pool per origin, one call at a time on each.",
    source: "Reliability R3.5",
  },
  "proxy:upstream:headers-timeout": {
    text: "A server that sends no headers is answered with 504, before the caller's own time has run out.",
    source: "Reliability R3.5; Reliability U3",
  },
  "proxy:upstream:idle-timeout": {
    text: "An answer that stands still for 60 seconds is ended.",
    source: "Reliability R3.5",
  },
} as const satisfies RequirementList;
