import type { RequirementList } from "./requirement.ts";

/** Access control, and limits on invalid credentials. */
export const access = {
  "access:address:forwarded": {
    text: "Behind a trusted proxy the client's address is the first untrusted hop from the right of X-Forwarded-For, with or without a port.",
    source: "Security L2",
  },
  "access:address:socket": {
    text: "Without a trusted proxy the client's address is the socket's, whatever X-Forwarded-For says.",
    source: "Security L2",
  },
  "access:address:unreadable": {
    text: "A hop of X-Forwarded-For that isn't an address counts as the proxy's own, and is logged once a minute.",
    source: "Security L2",
  },
  "access:address:viewer": {
    text: "Behind CloudFront the client's address is the viewer's, for calls that came through the stack's own distribution.",
    source: "Security L2",
  },
  "access:admin-key:no-query": {
    text: "An Admin API Key is refused as an apiKey query parameter.",
    source: 'Specification, "Authentication", rule 2; Security K3',
  },
  "access:admin-key:no-url-user": {
    text: "An Admin API Key is refused as Basic credentials in the address.",
    source: 'Specification, "Authentication", rule 2; Security K3',
  },
  "access:administrators:limited": {
    text: "An account that an administrator role limits, and that nobody has given a role in Latchkey, signs in nowhere, makes no key, and no call of the management API is done for it.",
    source: "Promise, administrator roles",
  },
  "access:administrators:own-part": {
    text: "Through the proxy of the Admin API a limited account does what its role allows, as FileMaker Server judges it.",
    source: "Promise, administrator roles",
  },
  "access:administrators:without-roles": {
    text: "On releases that know no administrator roles every account of the Admin Console is an administrator.",
    source: "Promise, administrator roles",
  },
  "access:console:offers": {
    text: "The console offers a viewer and an operator no button and no line of a menu whose call would be refused for their role.",
    source: "Promise, people and rights",
  },
  "access:console:rights": {
    text: "What the console offers by role follows from the rights that the contract has.",
    source: "Promise, people and rights",
  },
  "access:input:addresses": {
    text: "An address that can't be read or decoded is refused, or called as it is. It never stops the service's own work.",
    source: "Promise, abuse",
  },
  "access:limits:admin-key-creation": {
    text: "Creating an Admin API Key with wrong credentials is counted, and refused with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:basic": {
    text: "Basic authentication with a wrong Admin Console account is counted, and refused with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:data-key-creation": {
    text: "Creating a Data API Key with wrong credentials is counted, and refused with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Specification, "Limits", rate limiting',
  },
  "access:limits:data-sources": {
    text: "Wrong accounts of external data sources that a login with a key names are counted, and refused with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Security L1',
  },
  "access:limits:headers": {
    text: "An answer that counted a credential, or refused to look at one, says in RateLimit-Policy and RateLimit how the limits stand, and a refusal in Retry-After how long to wait.",
    source: "Promise, rate limits; draft-ietf-httpapi-ratelimit-headers-10",
  },
  "access:limits:ipv6-network": {
    text: "All addresses of one IPv6 /64 network count as one address.",
    source: "Security L1",
  },
  "access:limits:known-browser": {
    text: "A browser that an account signed in with within 30 days is known again by a cookie of its own, wherever it calls from.",
    source: "Security L1",
  },
  "access:limits:known-client": {
    text: "An address or browser that an account was accepted from within 30 days has ten failures of its own for it in 15 minutes, which nobody else uses up.",
    source: "Security L1",
  },
  "access:limits:locked-account": {
    text: "While FileMaker Server itself has locked an account, a check for a client that it was never accepted from counts as a failure, and for others as nothing.",
    source: "Security L1",
  },
  "access:limits:made-up-names": {
    text: "Names that were never accepted are counted apart from those of accounts, with the same numbers and answers.",
    source: "Security L1",
  },
  "access:limits:never-locks": {
    text: "An account that was tried too often is never locked for good: it works again when the wait is over.",
    source: "Security L1",
  },
  "access:limits:never-shut-out": {
    text: "However long others guess, an account is let in from where it was accepted before at any time, and from anywhere else within 15 minutes of their last guess.",
    source: "Security L1",
  },
  "access:limits:parallel": {
    text: "Guesses that come at once get no more tries than those that come one after another, at every place that takes a credential of FileMaker Server; and of those who use a one-time code at once one is let in.",
    source: "Security L1",
  },
  "access:limits:per-account": {
    text: "All addresses that an account was never accepted from share twenty failures for it, of which one comes back every seven minutes; without one left they are answered with 429 and Retry-After.",
    source: "Security L1; Promise, rate limits",
  },
  "access:limits:per-address": {
    text: "Twenty failures from one address within 15 minutes, for accounts that were never accepted from it, are answered with 429 and Retry-After.",
    source: "Promise, rate limits",
  },
  "access:limits:per-client": {
    text: "Ten failures from one address for one account within 15 minutes are answered with 429 and Retry-After.",
    source: "Security L1; Promise, rate limits",
  },
  "access:limits:per-upstream": {
    text: "After 20 failing logins within a minute no credential is tried in that minute for clients that its account was never accepted from, and each of the others a second later.",
    source: "Security L1",
  },
  "access:limits:retry-after": {
    text: "Each failure after a wait doubles the next Retry-After, up to 15 minutes.",
    source: "Security L1",
  },
  "access:limits:shape": {
    text: "A refusal for too many failures wears the envelope on management paths, and on a proxy the shape of that API.",
    source: "Promise, errors on proxy paths",
  },
  "access:limits:store-down": {
    text: "While the store does not answer, failures are counted in memory and the limits still hold.",
    source: "Security L1",
  },
  "access:limits:streams": {
    text: "A caller can follow 10 logs, have 10 event streams, and download 20 logs at a time. More are refused with 429 and Retry-After.",
    source: "Reliability R4.6",
  },
  "access:limits:success": {
    text: "A success resets the count of its own client, and leaves those that are shared.",
    source: "Security L1",
  },
  "access:limits:vouched-client": {
    text: "An Admin API Key and a client of a known network are known for every account: no one else uses up their failures, ten for an account and twenty in all within 15 minutes.",
    source: "Security L1",
  },
  "access:limits:window": {
    text: "Failures of a client or an address older than 15 minutes no longer count, whether or not the store has removed them.",
    source: "Security L1",
  },
  "access:management:account": {
    text: "The Admin Console account is accepted as Basic on every management call.",
    source: "Promise, management access",
  },
  "access:management:admin-key": {
    text: "An Admin API Key as bearer token is accepted by the management API.",
    source: 'Specification, "Authentication", rule 2; Specification, "What the service does", point 2',
  },
  "access:management:data-key": {
    text: "A Data API Key does not open the management API.",
    source: "Promise, management access",
  },
  "access:management:no-credential": {
    text: "A management call without an accepted credential is refused with 401.",
    source: "Promise, management access",
  },
  "access:management:no-local-passwords": {
    text: "The service keeps no passwords of its own: an account is checked by asking the Admin Console's server.",
    source: "Security C3",
  },
  "access:management:token": {
    text: "A session token of the server's Admin API is accepted as bearer token.",
    source: "Promise, management access",
  },
  "access:management:wrong-account": {
    text: "An account that the Admin Console refuses is refused with 401.",
    source: "Promise, management access",
  },
  "access:networks:caller": {
    text: "A list that leaves out the address of the call that sets it is refused, and the refusal names the address.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:console": {
    text: "The settings show where the user is, and set and empty the list of networks that may call; a list without the user's own address is refused with that address.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:every-way": {
    text: "Console, API, proxies, webhooks, MCP servers and sign-ins are refused from elsewhere than the allowed networks, each in its own shape, before a credential is looked at; what looks whether the service runs is answered.",
    source: 'Specification, "People and rights", allowed networks; reference, IP filter',
  },
  "access:networks:own-machine": {
    text: "The service's own machine may always call, unless a proxy has passed the call on.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:spellings": {
    text: "Allowed are addresses and CIDR ranges of IPv4 and IPv6, mapped ones in either spelling.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:networks:unread": {
    text: "The list is read at most once in five seconds, not for each call; every process follows a change within a minute, and while the store does not answer what was known last goes on.",
    source: 'Specification, "People and rights", allowed networks',
  },
  "access:operations:credentials": {
    text: "Every operation is done for the kinds of credentials that its line names, and for none of the others; one without a line is not released.",
    source: "Promise, every kind of credential; Security K4",
  },
  "access:origins:closed": {
    text: "Where no origin is listed, no answer says anything of origins, whatever FileMaker Server says.",
    source: "Security S2",
  },
  "access:origins:cookies": {
    text: "A listed origin has no part in the console's session.",
    source: "Security S2",
  },
  "access:origins:listed": {
    text: "Pages of the origins in CORS_ORIGINS may read the answers to their calls, letter by letter those, and never with credentials.",
    source: "Security S2",
  },
  "access:origins:preflight": {
    text: "A browser that asks for leave for a listed origin gets it from us, on our own API and on the proxies; FileMaker Server is not asked.",
    source: "Security S2",
  },
  "access:people:audit": {
    text: "The audit trail says who gave which role to whom, and who took it away.",
    source: "Promise, people and rights",
  },
  "access:people:full": {
    text: "A full administrator of FileMaker Server is an administrator, whatever was given to the name.",
    source: "Promise, people and rights",
  },
  "access:people:given": {
    text: "A limited account that was given a role signs in and does what the role allows, by the account of a stored key, from the next call on.",
    source: "Promise, people and rights",
  },
  "access:people:taken": {
    text: "With the role its sessions end, and the account is refused with a clear text again.",
    source: "Promise, people and rights",
  },
  "access:roles:admin-api": {
    text: "Through the proxy of the Admin API a key's role holds as well: viewers read, operators change files, clients, schedules and whether the server runs, administrators everything.",
    source: "Promise, people and rights",
  },
  "access:roles:decided": {
    text: "Every operation that changes something has a role that was decided for it.",
    source: "Promise, people and rights",
  },
  "access:roles:enforced": {
    text: "What a caller's role does not allow is refused with 403 before it begins, and the refusal names the role that it takes.",
    source: "Promise, people and rights",
  },
  "access:roles:every-operation": {
    text: "Each operation is open to its role and those above it, with every kind of credential, and to no other.",
    source: "Promise, people and rights",
  },
  "access:roles:keys": {
    text: "An Admin API Key has the role that it was given, administrator where nothing was said; rotated it keeps it, and its sessions have it.",
    source: "Promise, people and rights",
  },
  "access:roles:operator": {
    text: "An operator does everything but keys, identity, transfer, people and settings.",
    source: "Promise, people and rights",
  },
  "access:roles:secrets": {
    text: "Answers that hold a secret leave it out where the caller's role does not reach so far.",
    source: "Promise, people and rights",
  },
  "access:roles:viewer": {
    text: "A viewer reads, downloads nothing and sees no secret.",
    source: "Promise, people and rights",
  },
} as const satisfies RequirementList;
