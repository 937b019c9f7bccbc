import type { RequirementList } from "../requirement.ts";

export const mcpServers = {
  "mcp:auth:prefixes": {
    text: "An MCP server has metadata under every prefix of the service, which names it under that prefix, and a token for one of its addresses opens all of them.",
    source: "https://www.rfc-editor.org/rfc/rfc9728#section-3.3",
  },
  "mcp:call:arguments": {
    text: "Arguments that don't match a tool's schema never reach FileMaker Server, and the caller learns which and why.",
    source: "Promise, AI clients",
  },
  "mcp:call:errors": {
    text: "A script error is returned as a result that says what to do, with FileMaker's error number explained.",
    source: "Promise, AI clients",
  },
  "mcp:call:long": {
    text: "A result of more than 60 KB is truncated, and says so.",
    source: "Promise, AI clients",
  },
  "mcp:call:once": {
    text: "A script isn't retried automatically, unless its author declares that this is safe.",
    source: "Promise, AI clients",
  },
  "mcp:call:rates": {
    text: "A credential can call 60 tools of an MCP server per minute, unless the service or the server has another limit; further calls are rejected with the time to wait.",
    source: "Promise, AI clients",
  },
  "mcp:call:result": {
    text: "A script result that is JSON is returned as structured content and as text; any other as text.",
    source: "Promise, AI clients",
  },
  "mcp:call:timeout": {
    text: "A call waits for its script as long as the tool specifies, and then responds that it may still be running.",
    source: "Promise, AI clients",
  },
  "mcp:calls:callers": {
    text: "The log and the list of calls name the caller of an MCP server: a key by its number and label, an account by its name, and the program that it signed in to, also after the sign-in has ended. Refused calls and calls over the limit are named too.",
    source: "Promise, AI clients",
  },
  "mcp:calls:listed": {
    text: "Each tool call is listed with its caller, outcome, and duration, without its arguments and result.",
    source: "Promise, AI clients",
  },
  "mcp:credential:pairs": {
    text: "An MCP server accepts Data API Keys with OData access to its file and accounts of its file, and no other credentials; credentials specific to it aren't accepted anywhere else.",
    source: "Promise, AI clients",
  },
  "mcp:credential:refused": {
    text: "If FileMaker Server no longer accepts the account of a sign-in, the sign-in ends immediately: the call that notices gets a new challenge.",
    source: "Promise, AI clients",
  },
  "mcp:credential:scope": {
    text: "A read-only token gets a challenge for more scope only when it calls a tool that changes something and that its account can run.",
    source: "Promise, AI clients",
  },
  "mcp:records:allowed": {
    text: "Record tools know only the tables that the server allows and that the account's metadata of the file contains; if the metadata can't be read, there are none, and the reason is given.",
    source: "Promise, AI clients",
  },
  "mcp:records:changes": {
    text: "Records can be created, changed, and deleted if the server allows it; overwriting and deleting require that the user confirms exactly that, for one use.",
    source: "Promise, AI clients",
  },
  "mcp:records:errors": {
    text: "A record request that FileMaker Server rejects returns a result that explains what to do.",
    source: "Promise, AI clients",
  },
  "mcp:records:figures": {
    text: "Aggregates over records and groups are available if FileMaker Server can compute them; on older versions, the tool doesn't exist.",
    source: "Promise, AI clients",
  },
  "mcp:records:filter": {
    text: "The service parses and rebuilds filters: fields of the table, values, and known functions; anything else is rejected and never sent.",
    source: "Promise, AI clients",
  },
  "mcp:records:numbers": {
    text: "Numbers that FileMaker Server writes without the zero in front of the point are read; texts with the same characters stay the same.",
    source: "Promise, reports about real servers",
  },
  "mcp:records:off": {
    text: "A server has record tools only if an administrator enabled them and named tables; reading and changing are enabled separately.",
    source: "Promise, AI clients",
  },
  "mcp:records:pages": {
    text: "Records are returned in pages that are short enough to read; each continues the previous one, and a cursor is valid only for its caller and its query.",
    source: "Promise, AI clients",
  },
  "mcp:records:quoted": {
    text: "A date, time, timestamp or number in quotes finds the same records as without them.",
    source: "Promise, reports about real servers",
  },
  "mcp:records:reachable": {
    text: "Record tools reach every table that they list, also behind a web server that decodes paths.",
    source: "Promise, reports about real servers",
  },
  "mcp:records:round-trip": {
    text: "Text with joiners, emoji sequences, variants and writing from right to left is read by a client and written back unchanged: 1,000 of 1,000 records.",
    source: "Promise, AI clients",
  },
  "mcp:records:scope": {
    text: "A read-only sign-in has no tools that change records, and gets a challenge for more scope if it calls one.",
    source: "Promise, AI clients",
  },
  "mcp:records:values": {
    text: "Containers and texts of more than 2 KB are replaced by their type, their size, and how to get them; empty fields are omitted.",
    source: "Promise, AI clients",
  },
  "mcp:servers:active": {
    text: "A disabled server behaves like one that doesn't exist.",
    source: "Promise, AI clients",
  },
  "mcp:servers:definition": {
    text: "The management API creates, reads, changes, and deletes MCP servers and their tools.",
    source: 'Specification, "What the service does", point 5',
  },
  "mcp:servers:history": {
    text: "Each change of a server or tool is recorded with the previous version and who made the change.",
    source: "Promise, AI clients",
  },
  "mcp:servers:slug": {
    text: "A slug is unique, regardless of case.",
    source: "Promise, AI clients",
  },
  "mcp:tools:changes": {
    text: "A tool change takes effect with the next call; a tool deleted after it was listed is unknown.",
    source: "Promise, AI clients",
  },
  "mcp:tools:described": {
    text: "A tool without a sufficient description is disabled by default; if it is enabled, the answer says that models need a description.",
    source: "Promise, AI clients",
  },
  "mcp:tools:hidden-text": {
    text: "Text that models read about a tool contains no invisible characters.",
    source: "Promise, AI clients",
  },
  "mcp:tools:names": {
    text: "Each tool of a server has a unique name that every client accepts.",
    source: "Promise, AI clients",
  },
  "mcp:tools:rights": {
    text: "Changed account rights appear in its tools within five minutes, and immediately after a rejected call.",
    source: "Promise, AI clients",
  },
  "mcp:tools:schema": {
    text: "A tool's parameters are a flat, closed JSON Schema, in their original order.",
    source: "Promise, AI clients",
  },
  "mcp:tools:script-names": {
    text: "A tool for a script that OData can't call by name is rejected.",
    source: "Promise, AI clients",
  },
  "mcp:try:preview": {
    text: "An administrator can preview which tools an account's clients see, and why others are hidden.",
    source: "Promise, AI clients",
  },
  "mcp:try:scripts": {
    text: "An administrator can list a file's scripts as an account sees them, with those that OData can't call marked.",
    source: "Promise, AI clients",
  },
  "mcp:try:test": {
    text: "An administrator can run a tool's script and see the request, the response, and what a client would get.",
    source: "Promise, AI clients",
  },
} as const satisfies RequirementList;
