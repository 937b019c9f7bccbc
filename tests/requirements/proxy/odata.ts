import type { RequirementList } from "../requirement.ts";

/** OData behind keys. */
export const proxyOData = {
  "proxy:odata:addresses": {
    text: "Addresses in bodies and headers of OData answers are ones that the caller can follow.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:answers": {
    text: "Every call through the OData proxy ends in the server's own answer or in a clear refusal, whatever it is made of.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:any-database": {
    text: "A key for any database opens every file of its account through OData, and sees them all in the list.",
    source: 'Specification, "Resources", Data API Key; Promise, OData proxy',
  },
  "proxy:odata:basic": {
    text: "The OData proxy takes Basic authentication with a database account.",
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
    text: "No call inside a batch reaches another file than one that the key opens.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-forms": {
    text: "Inner addresses of a batch may be absolute, begin with the service prefix, be relative, or refer to earlier calls.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-prefixes": {
    text: "Inner addresses of a batch may begin with any prefix of the service, whichever one the batch came by.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:batch-read": {
    text: "A batch is read as clients write it: GETs with two, one or no blank line, bodies without a length, lines that end with LF; and written in the one form that the server wants.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:batch-refused": {
    text: "A body that could be read in two ways is no batch, and is refused with 400.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:batch-streams": {
    text: "A batch of 100 MB streams in both directions and is never collected.",
    source: "Promise, OData proxy; Reliability R3.3",
  },
  "proxy:odata:bearer": {
    text: "The OData proxy takes a Data API Key as Authorization: Bearer.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:odata:bytes": {
    text: "The bytes of containers pass through the OData proxy unchanged, in both directions.",
    source: "Promise, OData proxy; Reliability R3.3",
  },
  "proxy:odata:callout": {
    text: "With PREVENT_DAPI_CALLOUT OData calls go to the loopback address.",
    source: 'Specification, "Authentication", rule 6; Promise, OData proxy',
  },
  "proxy:odata:clients": {
    text: "Clients that others wrote work unchanged through the OData proxy with a key.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:flag": {
    text: "The OData proxy refuses a Data API Key without OData access.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:key": {
    text: "A Data API Key takes the place of the database credentials on OData.",
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
    text: "File names in OData addresses are normalised to have no .fmp12.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "Versioning", 4.15.0',
  },
  "proxy:odata:other-file": {
    text: "A key opens through OData only the files that it names, and a refusal is HTTP 403 with code 9.",
    source: 'Specification, "Resources", Data API Key; Promise, OData proxy',
  },
  "proxy:odata:own-files": {
    text: "A key without any-database sees in the root only the files that it opens.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:path": {
    text: "The server's OData API is served below /svc/fmi/odata.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "What the service does", point 4',
  },
  "proxy:odata:paths": {
    text: "What R4.3 refuses in a path is refused in OData paths, and what passes arrives byte for byte.",
    source: "Reliability R4.3",
  },
  "proxy:odata:query": {
    text: "The OData proxy takes a Data API Key as the query parameter apiKey.",
    source: 'Specification, "Authentication", rule 1',
  },
  "proxy:odata:query-kept": {
    text: "The query of an OData call arrives byte for byte on one machine.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:references": {
    text: "What a $ref names in its body or its $id reaches FileMaker Server as an absolute address of a file that the caller may open, or is refused.",
    source: "Promise, OData proxy",
  },
  "proxy:odata:root": {
    text: "The root /fmi/odata/v4, without a database, works through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
  },
  "proxy:odata:same-results": {
    text: "OData clients that others wrote get through the proxy, by key, by Basic with a key and by account, what they get from the server itself.",
    source: "Promise, OData proxy; Reference, OData, C.12",
  },
  "proxy:odata:skip-normalising": {
    text: "X-Svc-Normalize-Ext: false leaves the extension alone, for calls that manage triggers.",
    source: 'Specification, "Proxy endpoints", X-Otto-Normalize-Ext',
  },
  "proxy:odata:stored-account": {
    text: "An account that the server refuses is left alone for 30 seconds, and the answer says that it is the stored one.",
    source: "Reliability R5.5; Promise, OData proxy",
  },
  "proxy:odata:two-credentials": {
    text: "Credentials that appear more than once are refused with 400 in the form of OData.",
    source: "Reliability section 4, accepted by Node: two Authorization headers",
  },
  "proxy:odata:unknown-key": {
    text: "An unknown, deleted or missing key is refused with HTTP 401 and code 212 in the form of OData.",
    source: "Promise, OData proxy; Security K4",
  },
  "proxy:odata:url-user": {
    text: "The OData proxy takes a Data API Key as Basic with the user apiKey.",
    source: 'Specification, "Authentication", rule 1',
  },
} as const satisfies RequirementList;
