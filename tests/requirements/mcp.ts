import type { RequirementList } from "./requirement.ts";

export const mcp = {
  "mcp:admin:audit": {
    text: "Each tool call is in the audit trail with the key, the tool, a digest of its arguments, and its outcome, and in the log with its duration.",
    source: "Promise, AI clients",
  },
  "mcp:admin:budget": {
    text: "By default there are at most 25 tools, whose definitions take at most 10,000 tokens; each sets all four behavior hints.",
    source: "Promise, AI clients",
  },
  "mcp:admin:confirm": {
    text: "A tool that closes, deletes, or disconnects something runs only after the user confirmed exactly that: in a form, or with a token that is valid once, for five minutes, for the same arguments and the same state.",
    source: "Promise, AI clients",
  },
  "mcp:admin:data": {
    text: "Text written by others reaches a model as data: before a sentence that says so, without invisible characters, and never in descriptions, instructions, or errors of our own.",
    source: "Promise, AI clients",
  },
  "mcp:admin:endpoint": {
    text: "The admin MCP endpoint for managing the server is served at /svc/admin-mcp.",
    source: 'Specification, "Proxy endpoints", Admin MCP; Specification, "What the service does", point 4',
  },
  "mcp:admin:everyday": {
    text: "Ten everyday tasks of an administrator take a model one to four calls each, without a wrong turn, starting at the default address.",
    source: "Promise, AI clients",
  },
  "mcp:admin:links": {
    text: "What needs a secret is answered with a page of the console before anything happens to a file; no form asks for a secret.",
    source: "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation",
  },
  "mcp:admin:narrow": {
    text: "The settings are the maximum of what a request can use; its URL and headers can only narrow it, and excluded tools can't be called.",
    source: "Promise, AI clients",
  },
  "mcp:admin:oauth": {
    text: "If it is enabled, people sign in to the admin MCP endpoint with an Admin Console account: they see the tool groups and choose the highest role of the client, the 401 names both ways, and a grant ends with the password, the role, the setting or a revocation.",
    source: "Promise, AI clients",
  },
  "mcp:admin:rates": {
    text: "A key can call 60 tools per minute, 10 destructive ones per hour, unless the service has other limits; further calls are rejected with the time to wait.",
    source: "Promise, AI clients",
  },
  "mcp:admin:roles": {
    text: "A key is offered the tools that its role may use. A call of another one says which role it needs, before anyone is asked to confirm.",
    source: "Promise, AI clients",
  },
  "mcp:admin:short-text": {
    text: "Clients that show models only structured content get a short text next to it; all others get the whole result as text too.",
    source: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools#structured-content",
  },
  "mcp:admin:tools": {
    text: "The tools do what the management API does, with the caller's key: lists are paginated, results are short enough, and errors say what to do.",
    source: "Promise, AI clients",
  },
  "mcp:auth:basic": {
    text: "An OData MCP server accepts Basic authentication.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:auth:data-key": {
    text: "An OData MCP server accepts a Data API Key.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:auth:oauth": {
    text: "An OData MCP server accepts an OAuth 2.1 sign-in with a database account.",
    source: 'Specification, "Authentication", rule 4; Specification, "Versioning", 4.18.0',
  },
  "mcp:auth:query": {
    text: "An OData MCP server accepts a key as a query parameter.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT, OData MCP makes no callouts.",
    source: 'Specification, "Authentication", rule 6',
  },
  "mcp:console:admin": {
    text: "The console sets the maximum that administrators' AI clients can use, lists their tools, and offers their configuration to copy.",
    source: "Promise, AI clients",
  },
  "mcp:console:connect": {
    text: "The console offers the configuration of each common client to copy, with host and slug filled in.",
    source: "Promise, AI clients",
  },
  "mcp:console:page": {
    text: "The console has a page for MCP servers.",
    source: 'Specification, "What the service does", point 1',
  },
  "mcp:console:tools": {
    text: "In the console, a script picked from the file becomes a tool, with its parameters as rows next to the schema, and can be run.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:callers": {
    text: "Pages of other origins, DNS rebinding, and bodies that are too large, too deeply nested, or invalid JSON are rejected.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:clients": {
    text: "Existing clients work unchanged over HTTP, in every protocol revision since 2025-03-26.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:conformance": {
    text: "The public conformance suite passes on both sets of adapters.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:credential": {
    text: "A request without a valid credential gets 401 with a Bearer challenge; with several credentials, a key of another kind, or a key in the URL, it is rejected.",
    source: "Promise, AI clients",
  },
  "mcp:protocol:stream": {
    text: "A call that requests progress is answered with an event stream, any other with JSON.",
    source: "Promise, AI clients",
  },
  "mcp:servers:challenge-by-get": {
    text: "A GET to an MCP server without a credential returns the challenge, so that a client can listen before its user signs in; with a credential, it returns 405.",
    source: "Promise, AI clients",
  },
  "mcp:servers:odata": {
    text: "The service runs MCP servers that are backed by OData.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.13.0',
  },
  "mcp:servers:one-file": {
    text: "An MCP server serves exactly one file.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:tools:filtered": {
    text: "A session lists only the tools that its account can run.",
    source: 'Specification, "Authentication", rule 4',
  },
  "mcp:tools:one-script": {
    text: "A tool runs exactly one script.",
    source: 'Specification, "Authentication", rule 4',
  },
} as const satisfies RequirementList;
