import type { RequirementList } from "../requirement.ts";

/** OData behind keys. */
export const proxyOData = {
  "proxy:odata:addresses": {
    text: "The caller can follow every URL in the bodies and headers of OData responses.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:answers": {
    text: "Every request through the OData proxy ends in the server's own response or a clear rejection, for any input.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:any-database": {
    text: "An any-database key opens every file of its account through OData, and lists them all.",
    source: 'Specification, "Resources", Data API Key; Promise, OData proxy',
  },
  "proxy:odata:basic": {
    text: "The OData proxy accepts Basic authentication with a database account.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:basic-limited": {
    text: "Basic authentication with a wrong database account is rate limited on the OData proxy.",
    source: 'Specification, "Authentication", rule 5',
  },
  "proxy:odata:batch": {
    text: "$batch requests work through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:batch-credentials": {
    text: "Credentials and hosts inside a batch do not reach the server.",
    source: "Promise, OData proxy; Reliability R4.2",
  },
  "proxy:odata:batch-files": {
    text: "A request inside a batch can only reach a file that the key opens.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-forms": {
    text: "URLs inside a batch can be absolute, start with the service prefix, be relative, or refer to earlier requests.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-prefixes": {
    text: "URLs inside a batch can start with any prefix of the service, not only the one that the batch used.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:batch-read": {
    text: "A batch is read in the forms that clients write: GETs with two, one, or no blank line, bodies without a length, LF line ends; it is rewritten in the one form that the server accepts.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:batch-refused": {
    text: "An ambiguous batch body is rejected with 400.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-streams": {
    text: "A batch of 100 MB is streamed in both directions and never buffered.",
    source: "Promise, OData proxy; Reliability R3.3",
  },
  "proxy:odata:bearer": {
    text: "The OData proxy accepts a Data API Key as Authorization: Bearer.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:odata:bytes": {
    text: "Container bytes pass through the OData proxy unchanged, in both directions.",
    source: "Promise, OData proxy; Reliability R3.3",
  },
  "proxy:odata:callout": {
    text: "With PREVENT_DAPI_CALLOUT, OData requests go to the loopback address.",
    source: 'Specification, "Authentication", rule 6; Promise, OData proxy',
  },
  "proxy:odata:clients": {
    text: "Third-party clients work unchanged through the OData proxy with a key.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:flag": {
    text: "The OData proxy rejects a Data API Key without OData access.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:key": {
    text: "A Data API Key replaces the database credentials on OData.",
    source: 'Specification, "What the service does", point 2; Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:last-used": {
    text: "Last used is updated when the key is used through the OData proxy.",
    source: 'Specification, "Resources", Data API Key, last used',
  },
  "proxy:odata:metadata": {
    text: "$metadata works through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:names": {
    text: "File names in OData URLs are normalized to have no .fmp12.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "Versioning", 4.15.0',
  },
  "proxy:odata:other-file": {
    text: "A key opens only its own files through OData; others are rejected with 403 and code 9.",
    source: 'Specification, "Resources", Data API Key; Promise, OData proxy',
  },
  "proxy:odata:own-files": {
    text: "A key without any-database sees only its own files in the root.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:page-links": {
    text: "For a caller with the key in the query, the link to the next page has a signed token for that path instead of the key; it works for ten minutes, only for reading, and not for a disabled key.",
    source: "Promise, Data API proxy",
  },
  "proxy:odata:path": {
    text: "The server's OData API is available below /svc/fmi/odata.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "What the service does", point 4',
  },
  "proxy:odata:paths": {
    text: "The Data API's path rules also apply to OData paths; accepted paths arrive byte for byte.",
    source: "Reliability R4.3",
  },
  "proxy:odata:query": {
    text: "The OData proxy accepts a Data API Key as the query parameter apiKey.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:odata:query-kept": {
    text: "On one machine, the query of an OData request arrives byte for byte.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:references": {
    text: "The target of a $ref, in its body or $id, reaches FileMaker Server as an absolute URL of a file that the caller can open, or is rejected.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:root": {
    text: "The root /fmi/odata/v4, without a database, works through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:same-results": {
    text: "Third-party OData clients get the same results through the proxy, with a key, with a key as Basic, and with an account, as from the server itself.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:skip-normalising": {
    text: "X-Svc-Normalize-Ext: false keeps the extension unchanged, for requests that manage triggers.",
    source: 'Specification, "Proxy endpoints", X-Otto-Normalize-Ext',
  },
  "proxy:odata:stored-account": {
    text: "An account that the server rejects isn't tried for 30 seconds, and the response says that it is the stored one.",
    source: "Reliability R5.5; Promise, OData proxy",
  },
  "proxy:odata:two-credentials": {
    text: "Credentials that appear more than once are rejected with 400 in OData format.",
    source: "Reliability section 4, accepted by Node: two Authorization headers",
  },
  "proxy:odata:unknown-key": {
    text: "An unknown, deleted, or missing key is rejected with 401 and code 212 in OData format.",
    source: "Promise, OData proxy; Security K4",
  },
  "proxy:odata:url-user": {
    text: "The OData proxy accepts a Data API Key as Basic authentication with the user apiKey.",
    source: 'Specification, "Authentication", rule 1',
  },
} as const satisfies RequirementList;
