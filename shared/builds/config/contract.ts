import * as z from "zod";
import { NoteDocument } from "#shared/contract/values/note-document.ts";
import { McpServerDefinition } from "#shared/mcp-servers/definition/contract.ts";
import { Channel, WebhookChoices, WebhookLabel } from "#shared/webhooks/contract.ts";

/** Parts of a file's configuration that are included in a build. */
export const FileConfigParts = z
  .object({
    notes: z.boolean().default(false).describe("Whether the files' notes go along."),
    webhooks: z.boolean().default(false).describe("Whether the files' webhooks go along, without their secrets."),
    mcpServers: z.boolean().default(false).describe("Whether the files' MCP servers go along, with their tools."),
  })
  .prefault({})
  .describe(
    "What is known here of each file, and goes along in the manifest: a deployment puts it onto the files that it makes.",
  );
export type FileConfigParts = z.output<typeof FileConfigParts>;

/** Configuration of a file, in the format of a manifest. */
export const FileConfig = z.object({
  note: NoteDocument.optional().describe("The file's note."),
  webhooks: z
    .array(
      z.object({
        channel: Channel,
        useFileReceiver: z.boolean().default(false).describe("Whether it takes files."),
        label: WebhookLabel,
        settings: WebhookChoices,
      }),
    )
    .optional()
    .describe("The file's webhooks. Their secrets are not there."),
  mcpServers: z.array(McpServerDefinition).optional().describe("The file's MCP servers."),
});
export type FileConfig = z.output<typeof FileConfig>;
