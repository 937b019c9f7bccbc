import * as z from "zod";
import { Annotations, McpName, ShownText, toolFields } from "../tools/contract.ts";

/** Maximum number of tools per server. */
export const maxTools = 100;

export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-zA-Z0-9-]+$/, "must have only letters, digits and dashes")
  .describe("Last part of the server's address: `/svc/mcp/{slug}`.");

export const DataTools = z
  .enum(["off", "read", "read-write"])
  .describe(
    "Tools for the records of the server's tables: none, only tools that read, or also tools that change records. The caller's account decides what they can do.",
  );
export type DataTools = z.output<typeof DataTools>;

const ServerName = ShownText(100).pipe(z.string().trim().min(1)).describe("Name of the server.");
const Description = ShownText(1024).describe("Purpose of the server.");
const Instructions = ShownText(1500).nullable().describe("Instructions for models, read before they use the tools.");
const AllowedTables = z
  .array(z.string().trim().min(1).max(100))
  .max(200)
  .describe(
    "Table occurrences that the record tools can access; all others are hidden. At least one is required if the server has record tools.",
  );
const IsActive = z
  .boolean()
  .describe("False if the server is disabled. Its address then responds as if it didn't exist.");
const OAuthEnabled = z.boolean().describe("True if people can sign in with an account of the file (OAuth 2.1).");

/** Limit per credential. A build doesn't contain it: it depends on the installation. */
export const CallsPerMinute = z
  .int()
  .min(1)
  .max(10_000)
  .nullable()
  .describe(
    "Maximum number of calls per minute with one credential; null for the limit of the service, 60 by default.",
  );

/** Fields of a server, except its file and tools. */
export const serverFields = {
  name: ServerName,
  slug: Slug,
  description: Description,
  is_active: IsActive,
  instructions: Instructions,
  data_tools: DataTools,
  allowed_tables: AllowedTables,
  oauth_enabled: OAuthEnabled,
} as const;

/** Server of a file with its tools, as included in a build. It contains no secrets and nothing specific to an installation. */
export const McpServerDefinition = z.object({
  ...serverFields,
  description: serverFields.description.nullable(),
  tools: z
    .array(
      z.object({
        ...toolFields,
        description: toolFields.description.nullable(),
        mcp_name: McpName.describe("Name that clients use to call the tool."),
        has_own_mcp_name: z
          .boolean()
          .describe("True if this name was set explicitly; otherwise it is derived from the tool's name."),
        annotations: Annotations.describe("Effects of a call."),
      }),
    )
    .max(maxTools)
    .refine(
      (tools) => new Set(tools.map(({ mcp_name }) => mcp_name.toLowerCase())).size === tools.length,
      "two tools have the same name",
    )
    .describe("The server's tools, oldest first."),
});
export type McpServerDefinition = z.output<typeof McpServerDefinition>;
