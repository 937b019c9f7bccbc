import type { RequirementList } from "./requirement.ts";

/** OData and Admin API behind keys. */
export const proxyLater = {
  "proxy:admin:admin-key": {
    text: "The Admin API proxy takes an Admin API Key as bearer token.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "Authentication", rule 2',
    planned: "proxy",
  },
  "proxy:admin:no-query": {
    text: "The Admin API proxy refuses an Admin API Key as apiKey query parameter and as Basic in the address.",
    source: 'Specification, "Authentication", rule 2',
    planned: "proxy",
  },
  "proxy:admin:path": {
    text: "The server's Admin API is served below /svc/fmi/admin/v2.",
    source: 'Specification, "Proxy endpoints", Admin API; Specification, "What the service does", point 4',
    planned: "proxy",
  },
  "proxy:admin:stands-in": {
    text: "An Admin API Key takes the place of the Admin Console login on the server's Admin API.",
    source: 'Specification, "What the service does", point 2',
    planned: "proxy",
  },
  "proxy:admin:v2": {
    text: "The Admin API proxy uses the version segment v2.",
    source: 'Specification, "Versioning", rule 1',
    planned: "proxy",
  },
  "proxy:odata:basic": {
    text: "The OData proxy takes Basic authentication with a database account.",
    source: 'Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:basic-limited": {
    text: "Basic authentication with a wrong database account is rate limited on the OData proxy.",
    source: 'Specification, "Authentication", rule 5',
    planned: "proxy",
  },
  "proxy:odata:batch": {
    text: "$batch requests work through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:bearer": {
    text: "The OData proxy takes a Data API Key as Authorization: Bearer.",
    source: 'Specification, "Authentication", rule 1',
    planned: "proxy",
  },
  "proxy:odata:flag": {
    text: "The OData proxy refuses a Data API Key without OData access.",
    source: 'Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:key": {
    text: "A Data API Key takes the place of the database credentials on OData.",
    source: 'Specification, "What the service does", point 2; Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:last-used": {
    text: "Last used is updated when the key is used through the OData proxy.",
    source: 'Specification, "Resources", Data API Key, last used',
    planned: "proxy",
  },
  "proxy:odata:metadata": {
    text: "$metadata works through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:names": {
    text: "File names in OData addresses are normalised to have no .fmp12.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "Versioning", 4.15.0',
    planned: "proxy",
  },
  "proxy:odata:path": {
    text: "The server's OData API is served below /svc/fmi/odata.",
    source: 'Specification, "Proxy endpoints", OData; Specification, "What the service does", point 4',
    planned: "proxy",
  },
  "proxy:odata:query": {
    text: "The OData proxy takes a Data API Key as the query parameter apiKey.",
    source: 'Specification, "Authentication", rule 1',
    planned: "proxy",
  },
  "proxy:odata:root": {
    text: "The root /fmi/odata/v4, without a database, works through the OData proxy.",
    source: 'Specification, "Proxy endpoints", OData',
    planned: "proxy",
  },
  "proxy:odata:skip-normalising": {
    text: "X-Svc-Normalize-Ext: false leaves the extension alone, for calls that manage triggers.",
    source: 'Specification, "Proxy endpoints", X-Otto-Normalize-Ext',
    planned: "proxy",
  },
  "proxy:odata:url-user": {
    text: "The OData proxy takes a Data API Key as Basic with the user apiKey.",
    source: 'Specification, "Authentication", rule 1',
    planned: "proxy",
  },
} as const satisfies RequirementList;
