import type { RequirementList } from "./requirement.ts";

export const mcp = {
  "mcp:admin:endpoint": {
    text: "The admin MCP endpoint for managing the server is served at /svc/admin-mcp.",
    source: 'Specification, "Proxy endpoints", Admin MCP; Specification, "What the service does", point 4',
    planned: "mcp",
  },
  "mcp:auth:basic": {
    text: "An OData MCP server takes Basic authentication.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
  "mcp:auth:data-key": {
    text: "An OData MCP server takes a Data API Key.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
  "mcp:auth:oauth": {
    text: "An OData MCP server takes an OAuth 2.1 sign-in with a database account.",
    source: 'Specification, "Authentication", rule 4; Specification, "Versioning", 4.18.0',
    planned: "mcp",
  },
  "mcp:auth:query": {
    text: "An OData MCP server takes a key as query parameter.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
  "mcp:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT there are no callouts for OData MCP.",
    source: 'Specification, "Authentication", rule 6',
    planned: "mcp",
  },
  "mcp:console:page": {
    text: "The console has a page for MCP servers.",
    source: 'Specification, "What the service does", point 1',
    planned: "mcp",
  },
  "mcp:servers:odata": {
    text: "The service runs MCP servers that are backed by OData.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.13.0',
    planned: "mcp",
  },
  "mcp:servers:one-file": {
    text: "One MCP server maps to one file.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
  "mcp:tools:filtered": {
    text: "The tools of a session are those that its account may run.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
  "mcp:tools:one-script": {
    text: "One tool maps to one script.",
    source: 'Specification, "Authentication", rule 4',
    planned: "mcp",
  },
} as const satisfies RequirementList;
