import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Slug } from "../definition/contract.ts";

/** Account for viewing a server: that of a key, or an account of the file. */
const Credential = {
  key: z
    .union([z.string().min(1), Id])
    .optional()
    .describe("A Data API key whose account is used: its value or, for administrators, its id or hint."),
  user: z.string().min(1).max(200).optional().describe("Or an account of the file."),
  password: z.string().max(500).optional().describe("Its password."),
} as const;

const BySlug = z.object({ mcp_server_slug: Slug });
const ToolById = BySlug.extend({ id: z.coerce.number().pipe(Id).describe("The tool's id.") });
const Page = { cursor: Cursor.optional(), limit: Limit.optional() } as const;

const credentialErrors = [
  "key_value_needed",
  "key_not_found",
  "key_file_not_allowed",
  "mcp_account_refused",
  "too_many_attempts",
  "file_not_available",
  "upstream_unreachable",
] as const;

const ShownTool = z.object({
  id: Id.describe("The tool's number."),
  name: z.string().describe("What it is called."),
  mcp_name: z.string().describe("The name that clients call it by."),
  is_shown: z.boolean().describe("Whether the account's clients see it and may call it."),
  reason: z
    .enum(["shown", "off", "script-hidden", "scripts-unknown", "callouts-off"])
    .describe(
      "Why, or why not: it is switched off, its script is not there for the account, the account's scripts cannot be listed, or callouts are switched off.",
    ),
});

/** Outcomes of tool calls. */
export const CallEnd = z.enum(["done", "asked", "script-error", "refused", "timeout", "unavailable", "cancelled"]);

const Call = z.object({
  at: Timestamp.describe("When it began."),
  tool_id: Id.nullable().describe("The tool; null for the tools for records."),
  tool: z.string().describe("The name that it was called by."),
  caller: z.string().describe("Who called, such as `data-key:7` or `file-account:ada`."),
  outcome: CallEnd.describe(
    "How it ended: with a result, with a question to the user, with an error of the script, refused, without an answer in time, not at all, or given up by the client.",
  ),
  code: z.string().nullable().describe("FileMaker's error, where there was one."),
  duration_ms: z.number().describe("How long it took. Milliseconds."),
  request_id: z.string().describe("The call in the service's logs."),
});

const Change = z.object({
  version: z.int().describe("Of the server, as it became by the change."),
  at: Timestamp.describe("When it was changed."),
  by: z.string().describe("Who changed it."),
  tool_id: Id.nullable().describe("The tool; null for the server itself."),
  tool: z.string().nullable().describe("What the tool is called."),
  what: z.enum(["created", "changed", "deleted"]).describe("What was done."),
  changes: z
    .array(
      z.object({
        field: z.string().describe("What is different."),
        before: z.string().nullable().describe("What was there before. Null: nothing."),
        after: z.string().nullable().describe("What is there now. Null: nothing."),
      }),
    )
    .describe("Field by field."),
});

export const mcpTrials = resource({
  listFileScripts: {
    method: "POST",
    path: "/svc/api/mcp-servers/scripts",
    summary: "List the scripts of a file as an account sees them",
    description:
      "By the Data API, which needs the account's extended privilege `fmrest`. Scripts that OData cannot call are marked.",
    access: "admin",
    input: z.object({ filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."), ...Credential }),
    output: z.object({
      scripts: z
        .array(
          z.object({
            name: z.string().describe("The script's name."),
            problem: z.string().nullable().describe("Why OData cannot call it. Null: it can."),
          }),
        )
        .nullable()
        .describe("In the file's order. Null where they cannot be listed."),
      reason: z.string().nullable().describe("Why they cannot be listed."),
    }),
    changes: false,
    errors: [...credentialErrors],
    example: {
      input: { filename: "Contacts.fmp12", key: 7 },
      output: { scripts: [{ name: "Find customer", problem: null }], reason: null },
    },
  },
  previewMcpServer: {
    method: "POST",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/preview",
    summary: "See an MCP server as an account's clients see it",
    access: "admin",
    input: BySlug.extend(Credential),
    output: z.object({
      instructions: z.string().describe("What models read first."),
      tools: z.array(ShownTool).describe("Each tool of the server."),
      other_tools: z.array(z.string()).describe("Tools for records that clients see as well."),
    }),
    changes: false,
    errors: ["mcp_server_not_found", "mcp_calls_prevented", ...credentialErrors],
    example: {
      input: { mcp_server_slug: "sales", user: "bob", password: "…" },
      output: {
        instructions: "Each tool runs a script in a FileMaker file.",
        tools: [{ id: 12, name: "Find customer", mcp_name: "find_customer", is_shown: true, reason: "shown" }],
        other_tools: [],
      },
    },
  },
  testMcpTool: {
    method: "POST",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools/{id}/test",
    summary: "Run a tool's script, as a client's call would",
    description: "The script is really run, also while the tool is switched off.",
    access: "admin",
    input: ToolById.extend({
      ...Credential,
      arguments: z.record(z.string(), z.unknown()).default({}).describe("What the script gets."),
    }),
    open: ["arguments"],
    output: z.object({
      request: z
        .object({
          method: z.string().describe("The HTTP method."),
          path: z.string().describe("Behind FileMaker Server's OData and the file."),
          body: z.unknown().describe("As JSON. Null where there is none."),
        })
        .describe("What FileMaker Server was sent."),
      answer: z
        .object({
          status: z.int().describe("The HTTP status."),
          body: z.unknown().describe("As JSON. Null where it was none."),
        })
        .nullable()
        .describe("What it answered. Null where nothing came, and where nothing was sent."),
      result: z
        .object({
          is_error: z.boolean().describe("Whether it is an error."),
          text: z.string().nullable().describe("Text, where it is text."),
          structured: z.unknown().describe("Structured content, where it is that. Null otherwise."),
        })
        .describe("What a client would get."),
      outcome: z
        .enum(["done", "script-error", "refused", "timeout", "unavailable", "cancelled", "arguments"])
        .describe("How it ended. `arguments`: they do not fit the schema, and nothing was sent."),
      duration_ms: z.number().describe("How long it took. Milliseconds."),
    }),
    changes: ({ mcp_server_slug, id }: { readonly mcp_server_slug: string; readonly id: number }) => [
      `mcp-server:${mcp_server_slug.toLowerCase()}`,
      `mcp-tool:${id}`,
    ],
    errors: ["mcp_server_not_found", "mcp_tool_not_found", "mcp_calls_prevented", ...credentialErrors],
    example: {
      input: { mcp_server_slug: "sales", id: 12, key: 7, arguments: { name: "Ada" } },
      output: {
        request: {
          method: "POST",
          path: "/Script.Find%20customer",
          body: { scriptParameterValue: { name: "Ada" } },
        },
        answer: { status: 200, body: { scriptResult: { code: 0, resultParameter: '{"found":1}' } } },
        result: { is_error: false, text: null, structured: { found: 1 } },
        outcome: "done",
        duration_ms: 84,
      },
    },
  },
  listMcpCalls: {
    method: "GET",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/calls",
    summary: "List the calls of an MCP server's tools, the newest first",
    description: "For thirty days. Neither arguments nor results are kept.",
    access: "admin",
    input: BySlug.extend(Page),
    output: z.object({ calls: z.array(Call).describe("A page of calls."), cursor: Cursor.nullable() }),
    errors: ["mcp_server_not_found"],
    example: {
      input: { mcp_server_slug: "sales" },
      output: {
        calls: [
          {
            at: "2026-11-20T09:15:02.114Z",
            tool_id: 12,
            tool: "find_customer",
            caller: "data-key:7",
            outcome: "done",
            code: null,
            duration_ms: 84,
            request_id: "019aa0c2-f3b4-7c5d-8e9f-00112233aabb",
          },
        ],
        cursor: null,
      },
    },
  },
  listMcpChanges: {
    method: "GET",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/changes",
    summary: "List what was changed in an MCP server and its tools, the newest first",
    description: "The last 200 changes, each with what was there before.",
    access: "admin",
    input: BySlug.extend(Page),
    output: z.object({ changes: z.array(Change).describe("A page of changes."), cursor: Cursor.nullable() }),
    errors: ["mcp_server_not_found"],
    example: {
      input: { mcp_server_slug: "sales" },
      output: {
        changes: [
          {
            version: 4,
            at: "2026-11-20T09:15:02.114Z",
            by: "admin-key:7",
            tool_id: 12,
            tool: "Find customer",
            what: "changed",
            changes: [{ field: "timeoutS", before: "25", after: "60" }],
          },
        ],
        cursor: null,
      },
    },
  },
});
