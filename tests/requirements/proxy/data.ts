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
    text: "On the loopback address, the certificate is checked against the host name of FMS_URL.",
    source: "Promise, settings",
  },
  "proxy:callout:data-api": {
    text: "With PREVENT_DAPI_CALLOUT, Data API logins use the loopback address instead of the request's host.",
    source: 'Specification, "Authentication", rule 6',
  },
  "proxy:client:container": {
    text: "A client that keeps cookies can fetch the container URL that it received through the proxy.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:differences": {
    text: "The guide lists every difference between the proxy's and FileMaker Server's responses to a native login.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:fm-data-api-client": {
    text: "fm-data-api-client works unchanged with a key: login, create, find, edit, script and upload.",
    source: "Promise, Data API proxy",
  },
  "proxy:client:same-results": {
    text: "fm-data-api-client gets the same results through the proxy as from the server itself.",
    source: "Promise, Data API proxy",
  },
  "proxy:container:chunks": {
    text: "A container URL that is split across two chunks is rewritten too.",
    source: "Promise, container addresses",
  },
  "proxy:container:cookie": {
    text: "The streaming route forwards the redirect and its cookie, with the cookie's path narrowed to that route.",
    source: "Promise, container addresses",
  },
  "proxy:container:followed": {
    text: "A call of a container URL with a key and without FileMaker Server's cookie returns the data; the key is checked, and without one the redirect is forwarded.",
    source: "Promise, Data API proxy",
  },
  "proxy:container:rewritten": {
    text: "Container URLs in responses are rewritten to the service, under the name that the caller uses.",
    source: "Promise, container addresses",
  },
  "proxy:data:all-headers": {
    text: "All headers of the caller are forwarded, except those of a single hop, of the credential, and of the service itself.",
    source: 'Specification, "Proxy endpoints", Data API',
  },
  "proxy:data:case": {
    text: "A database name in different case reaches the server in the file's own case.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:databases": {
    text: "GET .../databases with a key lists only the files of that key.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:databases-any": {
    text: "GET .../databases with an any-database key lists every file that its account can see.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:extension": {
    text: "A database name with .fmp12 reaches the server with exactly one .fmp12.",
    source: 'Specification, "Proxy endpoints", Data API',
  },
  "proxy:data:extension-added": {
    text: "A database name without .fmp12 reaches the server with .fmp12.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:flag-off": {
    text: "A key without Data API access is rejected by the Data API proxy.",
    source: "Promise, keys",
  },
  "proxy:data:generated": {
    text: "Each of 10,000 generated Data API requests, valid and hostile, ends in the server's response or a clear rejection, and none reaches another path than the one checked.",
    source: "Promise, proxies",
  },
  "proxy:data:methods": {
    text: "Every method of the Data API is forwarded.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:path": {
    text: "The path is the native path with /svc before /fmi/.",
    source: 'Specification, "Proxy endpoints", Data API; Specification, "What the service does", point 4',
  },
  "proxy:data:stands-in": {
    text: "A key replaces the username and password of its files on the Data API.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:token-exchange": {
    text: "The proxy exchanges the key for a database token; the caller never logs in.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:token-refresh": {
    text: "The proxy renews an expired database token; the caller doesn't notice.",
    source: 'Specification, "What the service does", point 2',
  },
  "proxy:data:version-segments": {
    text: "The version segments v1 and v2 work like vLatest.",
    source: "Promise, Data API proxy",
  },
  "proxy:data:vlatest": {
    text: "The proxied Data API uses the version segment vLatest.",
    source: 'Specification, "Versioning", rule 1',
  },
  "proxy:errors:expired-token": {
    text: "An expired or unknown token of a native login returns 401 with code 952.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:native-account": {
    text: "A FileMaker account on the Data API proxy is rejected with a message that explains how to send a key: as the user `apiKey`.",
    source: "Promise, proxies",
  },
  "proxy:errors:no-credential": {
    text: "A request without any credential gets FileMaker's own error number: 10 on the Data API, 1702 on the Admin API.",
    source: "Promise, Data API proxy",
  },
  "proxy:errors:not-allowed": {
    text: "A file that a valid key can't open returns 403 with code 9.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:other": {
    text: "Any other rejection by the service has its error number as a string.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:passed-through": {
    text: "An error from FileMaker Server reaches the caller unchanged, including HTTP 500 with an envelope, and isn't retried.",
    source: "Reliability section 1",
  },
  "proxy:errors:readable-status": {
    text: "A file that FileMaker Server doesn't open, and an account that it rejects, return a status whose body clients read: 500, never 502.",
    source: "Promise, Data API proxy",
  },
  "proxy:errors:refresh": {
    text: "A failed refresh of the database token returns a specific error to the Data API caller.",
    source: 'Specification, "Errors", rule 3',
  },
  "proxy:errors:shape": {
    text: "The service's own errors on proxy paths use the Data API format: messages with string codes and an empty response.",
    source: "Promise, proxy errors",
  },
  "proxy:errors:unknown-key": {
    text: "An unknown or deleted key returns 401 with code 212.",
    source: "Promise, proxy errors",
  },
  "proxy:globals:bare-key": {
    text: "Setting globals with a key but without a login returns 409 session_required and says what to do.",
    source: "Reliability R5.6; Promise, native login",
  },
  "proxy:globals:private": {
    text: "Once it sets globals, a native login has a private FileMaker session until its logout.",
    source: "Reliability R5.6; Promise, native login",
  },
  "proxy:login:deleted-key": {
    text: "The token of a native login expires when its key is deleted.",
    source: "Promise, native login",
  },
  "proxy:login:idle": {
    text: "The token of a native login expires after 15 idle minutes.",
    source: "Promise, native login",
  },
  "proxy:login:logout": {
    text: "DELETE .../sessions/{token} ends the token of a native login.",
    source: "Promise, native login",
  },
  "proxy:login:token": {
    text: "POST .../sessions with Basic apiKey:<key> returns a token that represents the key, in the body and in X-FM-Data-Access-Token.",
    source: "Promise, native login",
  },
  "proxy:login:validate": {
    text: "validateSession responds like the server for a token of a native login.",
    source: "Promise, native login",
  },
  "proxy:match:exact": {
    text: "Database names are compared decoded, in NFC, case-insensitively, and without one .fmp12, and never by a part of the name.",
    source: "Reliability R4.4",
  },
} as const satisfies RequirementList;
