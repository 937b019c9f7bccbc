import type { RequirementList } from "./requirement.ts";

/** Access control, and limits on invalid credentials. */
export const access = {
  "access:address:forwarded": {
    text: "Behind a trusted proxy, the client's address is the first untrusted hop from the right of X-Forwarded-For, with or without a port.",
    source: "Security L2",
  },
  "access:address:socket": {
    text: "Without a trusted proxy, the client's address is the socket's; X-Forwarded-For is ignored.",
    source: "Security L2",
  },
  "access:address:unreadable": {
    text: "A hop of X-Forwarded-For that isn't an address counts as the proxy's own address, and is logged once a minute.",
    source: "Security L2",
  },
  "access:address:viewer": {
    text: "Behind CloudFront, the client's address is the viewer's, for requests that came through the stack's own distribution.",
    source: "Security L2",
  },
  "access:admin-key:no-query": {
    text: "An Admin API Key sent as an apiKey query parameter is rejected.",
    source: 'Specification, "Authentication", rule 2; Security K3',
  },
  "access:admin-key:no-url-user": {
    text: "An Admin API Key sent as Basic credentials in the URL is rejected.",
    source: 'Specification, "Authentication", rule 2; Security K3',
  },
  "access:administrators:limited": {
    text: "An account that is limited by an administrator role and has no role in Latchkey can't sign in, create keys, or call the management API.",
    source: "Promise, administrator roles",
  },
  "access:administrators:own-part": {
    text: "Through the Admin API proxy, a limited account can do what its administrator role allows; FileMaker Server decides.",
    source: "Promise, administrator roles",
  },
  "access:administrators:without-roles": {
    text: "On releases without administrator roles, every Admin Console account is an administrator.",
    source: "Promise, administrator roles",
  },
  "access:console:offers": {
    text: "The console shows viewers and operators no button or menu item whose request their role doesn't allow.",
    source: "Promise, people and rights",
  },
  "access:console:rights": {
    text: "The actions that the console offers for each role are derived from the access rights in the contract.",
    source: "Promise, people and rights",
  },
  "access:edge:own-calls": {
    text: "A call of one of our functions to the API proves itself as CloudFront does.",
    source: "Security L2",
  },
  "access:edge:refused": {
    text: "A call to API Gateway that doesn't come through the stack's distribution is refused with 403, and nothing else of it is read. A parameter allows such calls.",
    source: "Security L2",
  },
  "access:edge:rotated": {
    text: "The secret that proves calls is random, and is replaced without a refused call: while it is replaced, both values are valid.",
    source: "Security L2",
  },
  "access:input:addresses": {
    text: "An address that can't be parsed or decoded is rejected or called unchanged. It never crashes the service.",
    source: "Promise, abuse",
  },
  "access:limits:admin-key-creation": {
    text: "Failed attempts to create an Admin API Key are counted, and rejected with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:basic": {
    text: "Failed Basic authentication with an Admin Console account is counted, and rejected with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:data-key-creation": {
    text: "Failed attempts to create a Data API Key are counted, and rejected with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:data-sources": {
    text: "Wrong accounts of external data sources in a login with a key are counted, and rejected with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Security L1',
  },
  "access:limits:headers": {
    text: "A response that counted a credential, or rejected it unchecked, reports the limits in RateLimit-Policy and RateLimit; a rejection also sends Retry-After.",
    source: "Promise, rate limits; draft-ietf-httpapi-ratelimit-headers-10",
  },
  "access:limits:ipv6-network": {
    text: "All addresses of one IPv6 /64 network count as one address.",
    source: "Security L1",
  },
  "access:limits:known-browser": {
    text: "A browser in which an account signed in within the last 30 days is recognized by a cookie, from any address.",
    source: "Security L1",
  },
  "access:limits:known-client": {
    text: "An address or browser from which an account was accepted within the last 30 days has a separate limit of ten failures in 15 minutes for that account.",
    source: "Security L1",
  },
  "access:limits:locked-account": {
    text: "While FileMaker Server itself locks an account, a check for a client that was never accepted counts as a failure; for known clients, nothing is counted.",
    source: "Security L1",
  },
  "access:limits:made-up-names": {
    text: "Names that were never accepted are counted separately from existing accounts, with the same limits and answers.",
    source: "Security L1",
  },
  "access:limits:never-locks": {
    text: "An account with too many failed attempts is never locked permanently: it works again after the wait.",
    source: "Security L1",
  },
  "access:limits:never-shut-out": {
    text: "During a guessing attack, the account can always sign in from where it was accepted before, and from anywhere else within 15 minutes after the last guess.",
    source: "Security L1",
  },
  "access:limits:parallel": {
    text: "Parallel guesses get no more attempts than sequential ones, on every endpoint that accepts FileMaker Server credentials; of several parallel uses of a one-time code, one succeeds.",
    source: "Security L1",
  },
  "access:limits:per-account": {
    text: "All addresses from which an account was never accepted share twenty failures for it, and regain one every seven minutes; with none left, they get 429 and Retry-After.",
    source: "Security L1; Promise, rate limits",
  },
  "access:limits:per-address": {
    text: "After twenty failures from one address within 15 minutes, for accounts never accepted from it, the response is 429 with Retry-After.",
    source: "Promise, rate limits",
  },
  "access:limits:per-client": {
    text: "After ten failures from one address for one account within 15 minutes, the response is 429 with Retry-After.",
    source: "Security L1; Promise, rate limits",
  },
  "access:limits:per-upstream": {
    text: "After 20 failed logins within a minute, credentials from clients that their account was never accepted from are rejected unchecked for the rest of that minute, and those of known clients are checked with one second of delay.",
    source: "Security L1",
  },
  "access:limits:retry-after": {
    text: "Each failure after a wait doubles the next Retry-After, up to 15 minutes.",
    source: "Security L1",
  },
  "access:limits:shape": {
    text: "A 429 response uses the envelope on management paths, and the error format of the proxied API on proxy paths.",
    source: "Promise, errors on proxy paths",
  },
  "access:limits:store-down": {
    text: "While the store is unavailable, failures are counted in memory and the limits still hold.",
    source: "Security L1",
  },
  "access:limits:streams": {
    text: "A caller can follow 10 logs, open 10 event streams, and download 20 logs at a time. More are rejected with 429 and Retry-After.",
    source: "Reliability R4.6",
  },
  "access:limits:success": {
    text: "A success resets the client's own failure count, but not the shared ones.",
    source: "Security L1",
  },
  "access:limits:vouched-client": {
    text: "An Admin API Key and a client of a known network count as known for every account: no one else uses up their failures, ten per account and twenty in total within 15 minutes.",
    source: "Security L1",
  },
  "access:limits:window": {
    text: "Failures of a client or an address older than 15 minutes no longer count, even if the store hasn't removed them yet.",
    source: "Security L1",
  },
  "access:management:account": {
    text: "The management API accepts an Admin Console account as Basic authentication on every operation.",
    source: "Promise, management access",
  },
  "access:management:admin-key": {
    text: "The management API accepts an Admin API Key as a bearer token.",
    source: 'Specification, "Authentication", rule 2; Specification, "What the service does", point 2',
  },
  "access:management:data-key": {
    text: "The management API rejects a Data API Key.",
    source: "Promise, management access",
  },
  "access:management:no-credential": {
    text: "A management request without a valid credential is rejected with 401.",
    source: "Promise, management access",
  },
  "access:management:no-local-passwords": {
    text: "The service stores no passwords of its own: it checks accounts against the Admin Console's server.",
    source: "Security C3",
  },
  "access:management:token": {
    text: "The management API accepts a session token of the server's Admin API as a bearer token.",
    source: "Promise, management access",
  },
  "access:management:wrong-account": {
    text: "An account that the Admin Console rejects is rejected with 401.",
    source: "Promise, management access",
  },
  "access:networks:caller": {
    text: "A network list without the address of the request that sets it is rejected, and the error names the address.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:console": {
    text: "The settings page shows the user's address, and sets and clears the list of allowed networks; a list without the user's own address is rejected with that address.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:every-way": {
    text: "Console, API, proxies, webhooks, MCP servers, and sign-ins reject requests from outside the allowed networks, each in its own format, before checking credentials; health checks are answered.",
    source: 'Specification, "People and rights", allowed networks; reference, IP filter',
  },
  "access:networks:own-machine": {
    text: "The service's own machine can always call, unless a proxy forwarded the request.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:spellings": {
    text: "The list accepts IPv4 and IPv6 addresses and CIDR ranges, including IPv4-mapped addresses in both notations.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:unread": {
    text: "The list is read at most once every five seconds, not on each request; every process applies a change within a minute, and while the store is unavailable, the last known list stays in effect.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:operations:credentials": {
    text: "Every operation accepts only the kinds of credentials listed for it; an operation without an entry isn't released.",
    source: "Promise, every kind of credential; Security K4",
  },
  "access:origins:closed": {
    text: "If no origin is listed, responses carry no CORS headers, even if FileMaker Server sends some.",
    source: "Security S2",
  },
  "access:origins:cookies": {
    text: "A listed origin can't use the console's session.",
    source: "Security S2",
  },
  "access:origins:listed": {
    text: "Pages of the origins in CORS_ORIGINS can read the responses to their requests; origins must match exactly, and credentials are never allowed.",
    source: "Security S2",
  },
  "access:origins:null": {
    text: "Pages without an address, such as FileMaker's web viewers, can call if CORS_ORIGINS lists `null`, which is logged at the start; never with a cookie, and never the MCP endpoints.",
    source: "Promise, Data API proxy",
  },
  "access:origins:preflight": {
    text: "Preflight requests from a listed origin are answered by Latchkey, for its own API and for the proxies, without calling FileMaker Server.",
    source: "Security S2",
  },
  "access:people:audit": {
    text: "The audit trail records who assigned which role to whom, and who removed it.",
    source: "Promise, people and rights",
  },
  "access:people:full": {
    text: "A full administrator of FileMaker Server is always an administrator, regardless of an assigned role.",
    source: "Promise, people and rights",
  },
  "access:people:given": {
    text: "A limited account with an assigned role can sign in and do what the role allows, through the account of a stored key, starting with the next request.",
    source: "Promise, people and rights",
  },
  "access:people:taken": {
    text: "Removing a role ends the account's sessions; later requests are rejected with a clear message.",
    source: "Promise, people and rights",
  },
  "access:roles:admin-api": {
    text: "A key's role also applies to the Admin API proxy: viewers read; operators change files, clients, and schedules, and start and stop the server; administrators do everything.",
    source: "Promise, people and rights",
  },
  "access:roles:decided": {
    text: "Every operation that changes something has an explicit role.",
    source: "Promise, people and rights",
  },
  "access:roles:enforced": {
    text: "A request that the caller's role doesn't allow is rejected with 403 before it starts, and the error names the required role.",
    source: "Promise, people and rights",
  },
  "access:roles:every-operation": {
    text: "Each operation is allowed for its role and higher ones, with every kind of credential, and for no other role.",
    source: "Promise, people and rights",
  },
  "access:roles:keys": {
    text: "An Admin API Key has the role it was created with, administrator by default; rotation keeps the role, and the key's sessions have it too.",
    source: "Promise, people and rights",
  },
  "access:roles:operator": {
    text: "An operator can do everything except manage keys, identity, transfer, people, plug-ins, and settings.",
    source: "Promise, people and rights",
  },
  "access:roles:secrets": {
    text: "Responses omit secrets that the caller's role isn't allowed to see.",
    source: "Promise, people and rights",
  },
  "access:roles:viewer": {
    text: "A viewer can read, but can't download anything or see secrets.",
    source: "Promise, people and rights",
  },
} as const satisfies RequirementList;
