import type { RequirementList } from "../requirement.ts";

/** The Admin API behind keys. */
export const proxyAdmin = {
  "proxy:admin:account": {
    text: "An Admin Console account works as Basic authentication on every endpoint, in the session shared by its keys, and is cached for 60 seconds.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:account-limited": {
    text: "A wrong Admin Console account is counted on the Admin API proxy, and rejected with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Security L1',
  },
  "proxy:admin:addresses": {
    text: "Server URLs in Admin API responses are rewritten to the service.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:admin-key": {
    text: "The Admin API proxy accepts an Admin API Key as a bearer token.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "Authentication", rule 2',
  },
  "proxy:admin:admin-url": {
    text: "With FMS_ADMIN_URL set, the Admin API proxy calls that address, and uses that host name.",
    source: "Promise, settings",
  },
  "proxy:admin:client": {
    text: "A client written for the native API works unchanged with a key: log in, list, change a file's state, poll, log out.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:dead-session": {
    text: "A session that the server ended is replaced by one new login, and the request is sent again once.",
    source: "Reliability R5.4",
  },
  "proxy:admin:errors": {
    text: "The service's own errors on the Admin API proxy have messages with a string code and text, and an empty response.",
    source: "Promise, errors on proxy paths",
  },
  "proxy:admin:generated": {
    text: "Each of 10,000 generated Admin API requests, valid and hostile, ends in the server's response or a clear rejection, and none reaches another path than the one checked.",
    source: "Promise, proxies",
  },
  "proxy:admin:last-used": {
    text: "An Admin API Key's last use is updated when it is used through the Admin API proxy.",
    source: 'Specification, "Resources", Admin API Key, last used',
  },
  "proxy:admin:login-account": {
    text: "A login with an Admin Console account responds as the server does; its token is the server's own and is forwarded unchanged.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-idle": {
    text: "The token of a login with a key expires after 15 idle minutes, and with its key.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-key": {
    text: "A login with a key as a bearer token returns a token that represents the key until logout.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-pki": {
    text: "A login with a PKI token is forwarded to the server, because only the server can check it.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:no-query": {
    text: "The Admin API proxy rejects an Admin API Key as an apiKey query parameter and as Basic credentials in the URL.",
    source: 'Specification, "Authentication", rule 2',
  },
  "proxy:admin:no-session-left": {
    text: "If the server has no free session, the proxy waits, ends one of our idle sessions, and finally responds with 503, code 956, and Retry-After.",
    source: "Reliability R5.5",
  },
  "proxy:admin:one-session": {
    text: "All keys, requests, and processes of an account share one session on the server.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:path": {
    text: "The server's Admin API is available below /svc/fmi/admin/v2.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "What the service does", point 4',
  },
  "proxy:admin:path-native": {
    text: "It is also available below /svc/fmi/admin/api/v2, and nothing else below /svc/fmi/admin is.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:path-rules": {
    text: "Ambiguous paths that an upstream server could read differently are rejected, and others are forwarded byte for byte.",
    source: "Reliability R4.3",
  },
  "proxy:admin:refused-account": {
    text: "If the server rejects a stored account, the response says so, and the account isn't tried for 30 seconds and then longer.",
    source: "Reliability R5.5",
  },
  "proxy:admin:secrets": {
    text: "No Admin API key, token, password, or session reaches a log or a response to anyone else.",
    source: "Security G1; Reliability R4.2",
  },
  "proxy:admin:session-idle": {
    text: "A session that was idle for ten minutes is closed, and none is reused in the last minute of its lifetime.",
    source: "Reliability R5.1, R5.7",
  },
  "proxy:admin:session-returned": {
    text: "An account's session is closed when its last key is deleted, and when the service stops.",
    source: "Reliability R5.7",
  },
  "proxy:admin:stands-in": {
    text: "An Admin API Key replaces the Admin Console login on the server's Admin API.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:admin:streams": {
    text: "Bodies are streamed in both directions, uploads and downloads alike.",
    source: "Reliability R3.3",
  },
  "proxy:admin:timeout": {
    text: "A read without a response within 30 seconds is retried once; a request that changes something never is.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:v2": {
    text: "The Admin API proxy uses the version segment v2.",
    source: 'Specification, "Versioning", rule 1',
  },
} as const satisfies RequirementList;
