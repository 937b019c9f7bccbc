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
  user: z.string().min(1).max(200).optional().describe("Name of an account of the file, instead of a key."),
  password: z.string().max(500).optional().describe("Password of the account."),
} as const;

const BySlug = z.object({ mcp_server_slug: Slug });
const ToolById = BySlug.extend({ id: z.coerce.number().pipe(Id).describe("The tool's id.") });
const Page = { cursor: Cursor.optional(), limit: Limit.optional() } as const;

const credentialErrors = [
  "key_value_needed",
  "key_not_found",
  "key_odata_off",
  "key_file_not_allowed",
  "mcp_account_refused",
  "too_many_attempts",
  "file_not_available",
  "upstream_unreachable",
  "certificate_refused",
] as const;

const ShownTool = z.object({
  id: Id.describe("The tool's id."),
  name: z.string().describe("Name of the tool."),
  mcp_name: z.string().describe("Name that clients use to call the tool."),
  is_shown: z.boolean().describe("True if the account's clients can see and call the tool."),
  reason: z
    .enum(["shown", "off", "script-hidden", "scripts-unknown", "callouts-off"])
    .describe(
      "The reason: the tool is disabled, the account can't see its script, the account's scripts can't be listed, or callouts are disabled.",
    ),
});

/** Outcomes of tool calls. */
export const CallEnd = z.enum([
  "done",
  "asked",
  "script-error",
  "refused",
  "timeout",
  "unavailable",
  "cancelled",
  "limited",
]);
export type CallEnd = z.output<typeof CallEnd>;

const Call = z.object({
  at: Timestamp.describe("Start time."),
  tool_id: Id.nullable().describe("Id of the tool; null for a record tool."),
  tool: z.string().describe("Name that the client used to call the tool."),
  caller: z.string().describe("The caller, such as `data-key:7` or `file-account:ada`."),
  label: z.string().nullable().describe("Label of the caller's key; null for an account."),
  client: z.string().nullable().describe("Program that the account signed in to; null if it sent its own credential."),
  outcome: CallEnd.describe(
    "Outcome: a result, a question to the user, a script error, rejected, timed out, failed, canceled by the client, or over the limit of calls.",
  ),
  code: z.string().nullable().describe("FileMaker error, if any."),
  duration_ms: z.number().describe("Duration in milliseconds."),
  request_id: z.string().describe("Request id in the service's logs."),
});

const Change = z.object({
  version: z.int().describe("Version of the server after the change."),
  at: Timestamp.describe("Time of the change."),
  by: z.string().describe("The user who made the change."),
  tool_id: Id.nullable().describe("Id of the tool; null for the server itself."),
  tool: z.string().nullable().describe("Name of the tool."),
  what: z.enum(["created", "changed", "deleted"]).describe("Kind of change."),
  changes: z
    .array(
      z.object({
        field: z.string().describe("Name of the changed field."),
        before: z.string().nullable().describe("Value before the change; null if there was none."),
        after: z.string().nullable().describe("Value after the change; null if there is none."),
      }),
    )
    .describe("The changes, field by field."),
});

export const mcpTrials = resource({
  listFileScripts: {
    method: "POST",
    path: "/svc/api/mcp-servers/scripts",
    summary: "List the scripts of a file that an account can see",
    description:
      "Uses the Data API, which requires the extended privilege `fmrest`. Scripts that OData can't call are marked.",
    access: "admin",
    input: z.object({ filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."), ...Credential }),
    output: z.object({
      scripts: z
        .array(
          z.object({
            name: z.string().describe("Name of the script."),
            problem: z.string().nullable().describe("Reason why OData can't call the script; null if it can."),
          }),
        )
        .nullable()
        .describe("The scripts in the file's order; null if they can't be listed."),
      reason: z.string().nullable().describe("Reason why the scripts can't be listed."),
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
    summary: "Preview an MCP server as an account",
    access: "admin",
    input: BySlug.extend(Credential),
    output: z.object({
      instructions: z.string().describe("Instructions for models."),
      tools: z.array(ShownTool).describe("All tools of the server."),
      other_tools: z.array(z.string()).describe("Record tools that clients see in addition."),
      unreachable_tables: z
        .array(z.string())
        .describe(
          "Tables that the server allows, but FileMaker Server can't reach: OData doesn't accept `~` and `?` in a table's name. Another occurrence of the same table works.",
        ),
    }),
    changes: false,
    errors: ["mcp_server_not_found", "mcp_calls_prevented", ...credentialErrors],
    example: {
      input: { mcp_server_slug: "sales", user: "bob", password: "…" },
      output: {
        instructions: "Each tool runs a script in a FileMaker file.",
        tools: [{ id: 12, name: "Find customer", mcp_name: "find_customer", is_shown: true, reason: "shown" }],
        other_tools: [],
        unreachable_tables: [],
      },
    },
  },
  testMcpTool: {
    method: "POST",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools/{id}/test",
    summary: "Test a tool by running its script",
    description: "The script runs for real, even if the tool is disabled.",
    access: "admin",
    input: ToolById.extend({
      ...Credential,
      arguments: z.record(z.string(), z.unknown()).default({}).describe("Arguments for the script."),
    }),
    open: ["arguments"],
    output: z.object({
      request: z
        .object({
          method: z.string().describe("The HTTP method."),
          path: z.string().describe("Path below FileMaker Server's OData and the file."),
          body: z.unknown().describe("JSON body; null if there is none."),
        })
        .describe("Request that was sent to FileMaker Server."),
      answer: z
        .object({
          status: z.int().describe("The HTTP status."),
          body: z.unknown().describe("JSON body; null if it wasn't JSON."),
        })
        .nullable()
        .describe("Response of FileMaker Server; null if there was none or nothing was sent."),
      result: z
        .object({
          is_error: z.boolean().describe("True for an error."),
          text: z.string().nullable().describe("The text, for a text result."),
          structured: z.unknown().describe("Structured content; null for a text result."),
        })
        .describe("Result that a client would get."),
      outcome: z
        .enum(["done", "script-error", "refused", "timeout", "unavailable", "cancelled", "arguments"])
        .describe("Outcome. `arguments`: the arguments don't match the schema, and nothing was sent."),
      duration_ms: z.number().describe("Duration in milliseconds."),
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
    summary: "List the calls of an MCP server's tools, newest first",
    description: "Calls are kept for 30 days, without arguments and results.",
    access: "admin",
    input: BySlug.extend(Page),
    output: z.object({ calls: z.array(Call).describe("One page of calls."), cursor: Cursor.nullable() }),
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
            label: "Shop",
            client: null,
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
    summary: "List the changes to an MCP server and its tools, newest first",
    description: "The last 200 changes, each with the previous value.",
    access: "admin",
    input: BySlug.extend(Page),
    output: z.object({ changes: z.array(Change).describe("One page of changes."), cursor: Cursor.nullable() }),
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
