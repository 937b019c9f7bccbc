import * as z from "zod";
import { Annotations, McpName, ShownText, toolFields } from "../tools/contract.ts";

/** Maximum number of tools per server. */
export const mostTools = 100;

export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-zA-Z0-9-]+$/, "must have letters, digits and dashes only")
  .describe("The end of its address: `/svc/mcp/{slug}`.");

export const DataTools = z
  .enum(["off", "read", "read-write"])
  .describe(
    "Whether it has tools for the records of its tables as well: none, those that read, or those that change too. What they may do is decided by the caller's account.",
  );
export type DataTools = z.output<typeof DataTools>;

const ServerName = ShownText(100).pipe(z.string().trim().min(1)).describe("What the server is called.");
const Description = ShownText(1024).describe("What it is for.");
const Instructions = ShownText(1500).nullable().describe("What models read before they use its tools.");
const AllowedTables = z
  .array(z.string().trim().min(1).max(100))
  .max(200)
  .describe(
    "Occurrences of tables that the tools for records know. Others do not exist for them. At least one is needed where there are such tools.",
  );
const IsActive = z.boolean().describe("False: its address answers as if there were none.");
const OAuthEnabled = z.boolean().describe("Whether people may sign in with an account of the file (OAuth 2.1).");

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
        mcp_name: McpName.describe("The name that clients call it by."),
        has_own_mcp_name: z.boolean().describe("Whether that name was chosen; otherwise it follows the tool's name."),
        annotations: Annotations.describe("What a call does to the world."),
      }),
    )
    .max(mostTools)
    .refine(
      (tools) => new Set(tools.map(({ mcp_name }) => mcp_name.toLowerCase())).size === tools.length,
      "two tools have one name",
    )
    .describe("Its tools, in the order in which they were made."),
});
export type McpServerDefinition = z.output<typeof McpServerDefinition>;
