import type { RequirementList } from "../requirement.ts";

export const mcpServers = {
  "mcp:call:arguments": {
    text: "Arguments outside of a tool's schema do not reach FileMaker Server, and the caller reads which and why.",
    source: "Promise, AI clients",
  },
  "mcp:call:errors": {
    text: "What goes wrong in a script is a result that says what to do, with FileMaker's number in our words.",
    source: "Promise, AI clients",
  },
  "mcp:call:long": {
    text: "A result of more than 60 KB is cut, and says so.",
    source: "Promise, AI clients",
  },
  "mcp:call:once": {
    text: "A script is not run a second time by itself, unless its author says that this does no harm.",
    source: "Promise, AI clients",
  },
  "mcp:call:rates": {
    text: "A credential calls 60 tools of MCP servers a minute; a call beyond that says when to come back.",
    source: "Promise, AI clients",
  },
  "mcp:call:result": {
    text: "A script's result that is JSON is structured content as well as text; any other is text.",
    source: "Promise, AI clients",
  },
  "mcp:call:timeout": {
    text: "A call waits for its script as long as the tool says, and then answers that it may still be running.",
    source: "Promise, AI clients",
  },
  "mcp:calls:listed": {
    text: "Each call of a tool is listed with its caller, outcome and duration, without its arguments and its result.",
    source: "Promise, AI clients",
  },
  "mcp:credential:pairs": {
    text: "An MCP server takes Data API Keys with OData for its file and accounts of its file, and no other credential; no other endpoint takes what only it takes.",
    source: "Promise, AI clients",
  },
  "mcp:credential:refused": {
    text: "A sign-in whose account FileMaker Server takes no longer is over at once: the call that finds out gets a new challenge.",
    source: "Promise, AI clients",
  },
  "mcp:credential:scope": {
    text: "A token that allows reading only gets a challenge for more where it calls a tool that changes something, and only for a tool that its account may run.",
    source: "Promise, AI clients",
  },
  "mcp:records:allowed": {
    text: "Tools for records know the tables that the server allows and that the account's description of the file has, and no others; where it cannot be read there are none, and the reason is said.",
    source: "Promise, AI clients",
  },
  "mcp:records:changes": {
    text: "Records are made, changed and deleted where the server allows it; what overwrites or deletes is done only after the user was asked for exactly that, and once.",
    source: "Promise, AI clients",
  },
  "mcp:records:errors": {
    text: "What FileMaker Server refuses of records is a result that says what to do, in our words.",
    source: "Promise, AI clients",
  },
  "mcp:records:figures": {
    text: "Figures over records and groups are computed where FileMaker Server can; an older one has no such tool.",
    source: "Promise, AI clients",
  },
  "mcp:records:filter": {
    text: "A filter is read and written anew by the service: fields of the table, values and known functions; anything else is refused and reaches nothing.",
    source: "Promise, AI clients",
  },
  "mcp:records:off": {
    text: "A server has tools for records only where an administrator switched them on and named tables; what reads and what changes are switched on apart.",
    source: "Promise, AI clients",
  },
  "mcp:records:pages": {
    text: "Records come in pages that are short enough to read; each begins where the one before ended, and a cursor is good for its caller and its question only.",
    source: "Promise, AI clients",
  },
  "mcp:records:scope": {
    text: "A sign-in that allows reading only has no tools that change records, and gets a challenge for more where it calls one.",
    source: "Promise, AI clients",
  },
  "mcp:records:values": {
    text: "Containers and texts of more than 2 KB are replaced by their type, their size and how to get at them; empty fields are left out.",
    source: "Promise, AI clients",
  },
  "mcp:servers:active": {
    text: "A server that is switched off answers like one that does not exist.",
    source: "Promise, AI clients",
  },
  "mcp:servers:definition": {
    text: "MCP servers and their tools are made, read, changed and deleted by the management API.",
    source: 'Specification, "What the service does", point 5',
  },
  "mcp:servers:history": {
    text: "Each change of a server or of a tool is kept, with what was there before and who changed it.",
    source: "Promise, AI clients",
  },
  "mcp:servers:slug": {
    text: "A slug is one server's, in upper and lower case.",
    source: "Promise, AI clients",
  },
  "mcp:tools:changes": {
    text: "A change of a tool shows with the next call; one that was taken away after it was listed is unknown.",
    source: "Promise, AI clients",
  },
  "mcp:tools:described": {
    text: "A tool without a description that says enough is not switched on.",
    source: "Promise, AI clients",
  },
  "mcp:tools:hidden-text": {
    text: "What models read of a tool holds no characters that nobody sees.",
    source: "Promise, AI clients",
  },
  "mcp:tools:names": {
    text: "Each tool of a server has a name that every client takes and no other tool has.",
    source: "Promise, AI clients",
  },
  "mcp:tools:rights": {
    text: "A change of an account's rights shows in its tools within five minutes, and at once where a call is refused.",
    source: "Promise, AI clients",
  },
  "mcp:tools:schema": {
    text: "A tool's parameters are a closed JSON Schema of one level, in the order in which they were given.",
    source: "Promise, AI clients",
  },
  "mcp:tools:script-names": {
    text: "A script that OData cannot call by its name is refused when the tool is defined.",
    source: "Promise, AI clients",
  },
  "mcp:try:preview": {
    text: "An administrator sees which tools an account's clients see, and why not the others.",
    source: "Promise, AI clients",
  },
  "mcp:try:scripts": {
    text: "An administrator reads the scripts of a file as an account sees them, with those marked that OData cannot call.",
    source: "Promise, AI clients",
  },
  "mcp:try:test": {
    text: "An administrator runs a tool's script and sees what was sent, what came back, and what a client would get.",
    source: "Promise, AI clients",
  },
} as const satisfies RequirementList;
