import type { RequirementList } from "../requirement.ts";

/** The Admin API behind keys. */
export const proxyAdmin = {
  "proxy:admin:account": {
    text: "An Admin Console account as Basic works on every endpoint, in the one session that its keys share, and is remembered for 60 seconds.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:account-limited": {
    text: "A wrong Admin Console account is counted on the Admin API proxy, and refused with 429 after too many failures.",
    source: 'Specification, "Authentication", rule 5; Security L1',
  },
  "proxy:admin:addresses": {
    text: "Addresses of the server in answers of the Admin API lead through the service.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:admin-key": {
    text: "The Admin API proxy takes an Admin API Key as bearer token.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "Authentication", rule 2',
  },
  "proxy:admin:admin-url": {
    text: "With FMS_ADMIN_URL set, the Admin API proxy asks there, and calls the server by the name that it has there.",
    source: "Promise, settings",
  },
  "proxy:admin:client": {
    text: "A client written for the native API works unchanged with a key: log in, list, change a file's state, poll, log out.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:dead-session": {
    text: "A session that the server ended is replaced by one new login, and the call is sent again once.",
    source: "Reliability R5.4",
  },
  "proxy:admin:errors": {
    text: "Errors of the service on the Admin API proxy have messages with a string as code and text, and an empty response.",
    source: "Promise, errors on proxy paths",
  },
  "proxy:admin:generated": {
    text: "Of 10,000 generated calls of the Admin API, valid and hostile, each ends in the server's answer or a clear refusal, and none arrives at another path than was checked.",
    source: "Promise, proxies",
  },
  "proxy:admin:last-used": {
    text: "Last used of an Admin API Key is updated when it is used through the Admin API proxy.",
    source: 'Specification, "Resources", Admin API Key, last used',
  },
  "proxy:admin:login-account": {
    text: "A login with an Admin Console account answers as the server does; its token is the server's own and passes untouched.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-idle": {
    text: "A token of a login with a key ends after 15 idle minutes, and with its key.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-key": {
    text: "A login with a key as bearer answers with a token that stands for the key until it is logged out.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:login-pki": {
    text: "A login with a PKI token passes to the server, which alone can check it.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:no-query": {
    text: "The Admin API proxy refuses an Admin API Key as apiKey query parameter and as Basic in the address.",
    source: 'Specification, "Authentication", rule 2',
  },
  "proxy:admin:no-session-left": {
    text: "A server without a free session is waited for, an idle session of ours is ended to free one, and after that the answer is 503 with code 956 and Retry-After.",
    source: "Reliability R5.5",
  },
  "proxy:admin:one-session": {
    text: "However many keys, calls and processes use an account, the server has one session for it.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:path": {
    text: "The server's Admin API is served below /svc/fmi/admin/v2.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "What the service does", point 4',
  },
  "proxy:admin:path-native": {
    text: "It is served below /svc/fmi/admin/api/v2 as well, and nothing else below /svc/fmi/admin is.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:path-rules": {
    text: "Paths that a server in front could read in two ways are refused, and others arrive byte for byte.",
    source: "Reliability R4.3",
  },
  "proxy:admin:refused-account": {
    text: "A stored account that the server refuses is said to be that, and is left alone for 30 seconds and then longer.",
    source: "Reliability R5.5",
  },
  "proxy:admin:secrets": {
    text: "No key, token, password or session of the Admin API reaches a log or an answer that it is not for.",
    source: "Security G1; Reliability R4.2",
  },
  "proxy:admin:session-idle": {
    text: "A session that was idle for ten minutes is given back, and one is never used again in its last minute of life.",
    source: "Reliability R5.1, R5.7",
  },
  "proxy:admin:session-returned": {
    text: "The session of an account is given back when its last key is deleted, and when the service stops.",
    source: "Reliability R5.7",
  },
  "proxy:admin:stands-in": {
    text: "An Admin API Key takes the place of the Admin Console login on the server's Admin API.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:admin:streams": {
    text: "Bodies stream both ways, uploads and downloads alike.",
    source: "Reliability R3.3",
  },
  "proxy:admin:timeout": {
    text: "A read that the server does not answer in 30 seconds is sent once more; nothing that changes something is.",
    source: "Promise, Admin API proxy",
  },
  "proxy:admin:v2": {
    text: "The Admin API proxy uses the version segment v2.",
    source: 'Specification, "Versioning", rule 1',
  },
} as const satisfies RequirementList;
