import * as z from "zod";
import { NoteDocument } from "#shared/contract/values/note-document.ts";
import { McpServerDefinition } from "#shared/mcp-servers/definition/contract.ts";
import { Channel, WebhookChoices, WebhookLabel } from "#shared/webhooks/contract.ts";

/** Parts of a file's configuration that are included in a build. */
export const FileConfigParts = z
  .object({
    notes: z.boolean().default(false).describe("Includes the files' notes."),
    webhooks: z.boolean().default(false).describe("Includes the files' webhooks, without their secrets."),
    mcpServers: z.boolean().default(false).describe("Includes the files' MCP servers and their tools."),
  })
  .prefault({})
  .describe(
    "Configuration of the files in Latchkey to include in the manifest. A deployment applies it to the deployed files.",
  );
export type FileConfigParts = z.output<typeof FileConfigParts>;

/** Configuration of a file, in the format of a manifest. */
export const FileConfig = z.object({
  note: NoteDocument.optional().describe("Note of the file."),
  webhooks: z
    .array(
      z.object({
        channel: Channel,
        useFileReceiver: z.boolean().default(false).describe("True if it accepts files."),
        label: WebhookLabel,
        settings: WebhookChoices,
      }),
    )
    .optional()
    .describe("Webhooks of the file, without secrets."),
  mcpServers: z.array(McpServerDefinition).optional().describe("MCP servers of the file."),
});
export type FileConfig = z.output<typeof FileConfig>;
