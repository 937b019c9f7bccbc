import type { RequirementList } from "./requirement.ts";

export const mcp = {
  "mcp:admin:audit": {
    text: "Each call of a tool is in the audit trail with the key, the tool, a digest of its arguments and its outcome, and in the log with its duration.",
    source: "Promise, AI clients",
  },
  "mcp:admin:budget": {
    text: "By default there are at most 25 tools, whose definitions take at most 10,000 tokens; each says all four hints about what it does.",
    source: "Promise, AI clients",
  },
  "mcp:admin:confirm": {
    text: "What closes, deletes or disconnects is done only after the user was asked for exactly that: by a form, or by a token that is good once, for five minutes, for the same arguments and the same state.",
    source: "Promise, AI clients",
  },
  "mcp:admin:data": {
    text: "Texts that others wrote reach a model as data: behind a sentence that says so, without characters that nobody sees, and never in descriptions, instructions or errors of our own.",
    source: "Promise, AI clients",
  },
  "mcp:admin:endpoint": {
    text: "The admin MCP endpoint for managing the server is served at /svc/admin-mcp.",
    source: 'Specification, "Proxy endpoints", Admin MCP; Specification, "What the service does", point 4',
  },
  "mcp:admin:narrow": {
    text: "The settings are what a request may have at most; its address and its headers only narrow that, and what it does not have it cannot call.",
    source: "Promise, AI clients",
  },
  "mcp:admin:rates": {
    text: "A key calls 60 tools a minute, and 10 an hour of those that destroy; a call beyond that says when to come back.",
    source: "Promise, AI clients",
  },
  "mcp:admin:tools": {
    text: "The tools do what the management API does, with the caller's key: lists have pages, results are short enough, and refusals say what to do.",
    source: "Promise, AI clients",
  },
  "mcp:auth:basic": {
    text: "An OData MCP server takes Basic authentication.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:auth:data-key": {
    text: "An OData MCP server takes a Data API Key.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:auth:oauth": {
    text: "An OData MCP server takes an OAuth 2.1 sign-in with a database account.",
    source: 'Specification, "Authentication", rule 4; Specification, "Versioning", 4.18.0',
  },
  "mcp:auth:query": {
    text: "An OData MCP server takes a key as query parameter.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT there are no callouts for OData MCP.",
    source: 'Specification, "Authentication", rule 6',
  },
  "mcp:console:admin": {
    text: "The console sets what AI clients of administrators may have at most, lists what they get, and has their configuration to copy.",
    source: "Promise, AI clients",
  },
  "mcp:console:connect": {
    text: "The console has the configuration of each common client to copy, with host and slug filled in.",
    source: "Promise, AI clients",
  },
  "mcp:console:page": {
    text: "The console has a page for MCP servers.",
    source: 'Specification, "What the service does", point 1',
  },
  "mcp:console:tools": {
    text: "The console makes a tool of a script that is picked from the file, with its parameters as rows and the schema beside, and runs it.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:callers": {
    text: "A page of another origin and a name that was made to point here are refused, and so is a body that is too large, too deep or no JSON.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:clients": {
    text: "Clients in the field work unchanged over HTTP, in every revision of the protocol since 2025-03-26.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:conformance": {
    text: "The public conformance suite passes on the adapters of both ways of running.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:credential": {
    text: "A call without a good credential is answered by 401 with a Bearer challenge; with several credentials, with a key of another kind or with one in the address it is refused.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:stream": {
    text: "A call that asks for progress is answered by a stream of events, any other by JSON.",
    source: "Promise, AI clients",
  },
  "mcp:servers:challenge-by-get": {
    text: "A client that asks an MCP server by GET gets the challenge without a credential, so that it can listen before its user signs in, and 405 with one.",
    source: "Promise, AI clients",
  },
  "mcp:servers:odata": {
    text: "The service runs MCP servers that are backed by OData.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.13.0',
  },
  "mcp:servers:one-file": {
    text: "One MCP server maps to one file.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:tools:filtered": {
    text: "The tools of a session are those that its account may run.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:tools:one-script": {
    text: "One tool maps to one script.",
    source: 'Specification, "Authentication", rule 4',
  },
} as const satisfies RequirementList;
