import type { RequirementList } from "../requirement.ts";

/** The Data API behind keys, as its callers see it. */
export const proxyData = {
  "proxy:auth:bearer": {
    text: "A Data API Key is accepted as Authorization: Bearer.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:auth:query": {
    text: "A Data API Key is accepted as the query parameter apiKey.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:auth:url-user": {
    text: "A Data API Key is accepted as Basic with the user apiKey and the key as password, as a client sends it from https://apiKey:<key>@host.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:callout:certificate": {
    text: "On the loopback address the certificate is checked against the name of FMS_URL.",
    source: "Promise, settings",
  },
  "proxy:callout:data-api": {
    text: "With PREVENT_DAPI_CALLOUT, Data API logins use the loopback address in place of the request's host.",
    source: 'Specification, "Authentication", rule 6',
  },
  "proxy:client:container": {
    text: "The container address that a client receives is fetched through the proxy by a client that keeps cookies.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:differences": {
    text: "What the Data API proxy answers otherwise than FileMaker Server answers a native login is listed in the guide, completely.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:fm-data-api-client": {
    text: "fm-data-api-client works unchanged with a key: login, create, find, edit, script and upload.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:same-results": {
    text: "fm-data-api-client gets through the proxy what it gets from the server itself.",
    source: "Promise, Data API proxy",
  },
  "proxy:container:chunks": {
    text: "A container address is rewritten also when it is cut by the border of two chunks.",
    source: "Promise, container addresses",
  },
  "proxy:container:cookie": {
    text: "The streaming route relays the redirect and its cookie, the cookie's path narrowed to that route.",
    source: "Promise, container addresses",
  },
  "proxy:container:rewritten": {
    text: "Container addresses in answers lead through the service, for its callers' name of it.",
    source: "Promise, container addresses",
  },
  "proxy:data:all-headers": {
    text: "All headers of the caller are passed through, with the exceptions of Reliability R4.2.",
    source: 'Specification, "Proxy endpoints", Data API',
  },
  "proxy:data:case": {
    text: "A database name in another letter case reaches the server in the file's own case.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:databases": {
    text: "GET .../databases with a key lists the files of that key only.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:databases-any": {
    text: "GET .../databases with an any-database key lists every file that its account sees.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:extension": {
    text: "A database name with .fmp12 reaches the server with it, exactly once.",
    source: 'Specification, "Proxy endpoints", Data API',
  },
  "proxy:data:extension-added": {
    text: "A database name without .fmp12 reaches the server with it.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:flag-off": {
    text: "A key that does not serve the Data API is refused by its proxy.",
    source: "Promise, keys",
  },
  "proxy:data:generated": {
    text: "Of 10,000 generated calls of the Data API, valid and hostile, each ends in the server's answer or a clear refusal, and none arrives at another path than was checked.",
    source: "Promise, proxies",
  },
  "proxy:data:methods": {
    text: "Every method of the Data API is passed through.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:path": {
    text: "The path is the native one with /svc before /fmi/.",
    source: 'Specification, "Proxy endpoints", Data API; Specification, "What the service does", point 4',
  },
  "proxy:data:stands-in": {
    text: "A key takes the place of the username and password of its files on the Data API.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:token-exchange": {
    text: "The proxy exchanges the key for a database token; the caller never logs in.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:token-refresh": {
    text: "The proxy renews a database token that has ended; the caller notices nothing.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:version-segments": {
    text: "The version segments v1 and v2 are served like vLatest.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:vlatest": {
    text: "The proxied Data API uses the version segment vLatest.",
    source: 'Specification, "Versioning", rule 1',
  },
  "proxy:errors:expired-token": {
    text: "An expired or unknown token of a native login answers 401 with code 952.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:native-account": {
    text: "A FileMaker account on the Data API proxy is refused with a sentence that says how a key is sent: as the user `apiKey`.",
    source: "Promise, proxies",
  },
  "proxy:errors:no-credential": {
    text: "A call without any credential gets FileMaker's own number for it: 10 on the Data API, 1702 on the Admin API.",
    source: "Promise, Data API proxy",
  },
  "proxy:errors:not-allowed": {
    text: "A file that a valid key may not open answers 403 with code 9.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:other": {
    text: "Any other refusal of ours carries its catalogue number as a string.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:passed-through": {
    text: "An error answered by FileMaker Server reaches the caller unchanged, HTTP 500 with an envelope included, and is not tried again.",
    source: "Reliability section 1",
  },
  "proxy:errors:readable-status": {
    text: "A file that FileMaker Server does not open, and an account that it refuses, wear a status whose body clients read: 500, never 502.",
    source: "Promise, Data API proxy",
  },
  "proxy:errors:refresh": {
    text: "A failure to refresh the data token answers a Data API call with a specific error.",
    source: 'Specification, "Errors", rule 3',
  },
  "proxy:errors:shape": {
    text: "Our own errors on proxy paths wear the shape of the Data API: messages with string codes and an empty response.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:unknown-key": {
    text: "An unknown or deleted key answers 401 with code 212.",
    source: "Promise, proxy errors",
  },
  "proxy:globals:bare-key": {
    text: "Setting globals with a bare key answers 409 session_required and says what to do.",
    source: "Reliability R5.6; Promise, native login",
  },
  "proxy:globals:private": {
    text: "From its first globals on, a native login owns a private FileMaker session until its logout.",
    source: "Reliability R5.6; Promise, native login",
  },
  "proxy:login:deleted-key": {
    text: "A token of a native login ends with the deletion of its key.",
    source: "Promise, native login",
  },
  "proxy:login:idle": {
    text: "A token of a native login ends after 15 minutes without a call.",
    source: "Promise, native login",
  },
  "proxy:login:logout": {
    text: "DELETE .../sessions/{token} ends a token of a native login.",
    source: "Promise, native login",
  },
  "proxy:login:token": {
    text: "POST .../sessions with Basic apiKey:<key> answers with a token that stands for the key, in the body and in X-FM-Data-Access-Token.",
    source: "Promise, native login",
  },
  "proxy:login:validate": {
    text: "validateSession answers for a token of a native login as the server does.",
    source: "Promise, native login",
  },
  "proxy:match:exact": {
    text: "A database is matched decoded, in NFC, without case and without one .fmp12, and never by a part of its name.",
    source: "Reliability R4.4",
  },
} as const satisfies RequirementList;
