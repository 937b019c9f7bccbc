import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";

/** Parts that can be transferred, in the order of the import. Parts that others refer to come first. */
export const transferParts = [
  "settings",
  "keys",
  "people",
  "webhooks",
  "notes",
  "mcpServers",
  "locations",
  "recoveryKey",
  "offsiteSchedules",
  "notifications",
  "alerts",
  "recipes",
  "schedules",
  "triggers",
] as const;

export const PartName = z.enum(transferParts);
export type PartName = z.output<typeof PartName>;

const parts = z
  .array(PartName)
  .min(1)
  .max(100)
  .default([...transferParts])
  .describe("Which parts. Left out: all of them.");
const passphrase = z
  .string()
  .min(12)
  .max(500)
  .describe("What the file is sealed with, at least 12 characters. A file cannot be opened without it.");
const file = z.string().min(1).max(980_000).describe("The file, as the export has answered it.");
const existing = z
  .enum(["skip", "replace"])
  .default("skip")
  .describe("What becomes of things that are here already and differ: they stay, or become as the file says.");
const isDryRun = z
  .boolean()
  .default(false)
  .describe("Whether everything is done but writing. The log of the process says what would have happened.");
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("Stands for what the preview has shown. Where things have changed since, nothing is done.");

/** Preview of an entry. */
export const PreviewEntry = z.object({
  part: PartName.describe("The part that it belongs to."),
  title: z.string().describe("What it is called."),
  state: z
    .enum(["new", "changed", "same", "conflict"])
    .describe("Whether it is new here, differs from what is here, is the same, or cannot be taken over."),
  action: z.enum(["add", "replace", "skip"]).describe("What the import does with it."),
  reason: z.string().nullable().describe("Why it is left out. Null where it is not."),
  warning: z
    .string()
    .nullable()
    .default(null)
    .describe("What to think of before it is taken over, such as a role that it gives. Null: nothing."),
});
export type PreviewEntry = z.output<typeof PreviewEntry>;

/** Existing thing of a service, without its content. */
export const Digest = z.object({
  part: PartName.describe("The part that it belongs to."),
  identity: z.string().max(64).describe("Digest of what it's known by."),
  content: z.string().max(64).nullable().describe("Digest of its content. Null: only that it exists is said."),
});
export type Digest = z.output<typeof Digest>;

const preview = {
  from: z.string().describe("The address of the service that the file comes from."),
  exportedAt: Timestamp.describe("When it was made."),
  entries: z.array(PreviewEntry).describe("Everything in the chosen parts of the file."),
  digest,
};

const passphraseExample = "correct horse battery staple";
const fileExample = '{"format":"latchkey-configuration","version":1,"…":"…"}';
const digestExample = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const entryExample = {
  part: "webhooks",
  title: "orders of Contacts.fmp12",
  state: "new",
  action: "add",
  reason: null,
  warning: null,
} as const;
const configuration = () => "configuration";

export const transfer = resource({
  exportConfiguration: {
    method: "POST",
    path: "/svc/api/transfer/export",
    summary: "Export the configuration to a sealed file",
    description:
      "The file holds the passwords of keys' accounts and every other secret of what is exported, sealed with the passphrase (argon2id, AES-256-GCM).",
    access: "admin",
    input: z.object({ parts, passphrase }),
    output: z.object({
      file: z.string().describe("The file's text, to be kept as it is."),
      counts: z.partialRecord(PartName, z.int()).describe("How many things of each part it holds."),
    }),
    changes: configuration,
    errors: ["transfer_too_large"],
    example: {
      input: { parts: ["keys", "webhooks"], passphrase: passphraseExample },
      output: { file: fileExample, counts: { keys: 3, webhooks: 1 } },
    },
  },
  previewImport: {
    method: "POST",
    path: "/svc/api/transfer/preview",
    summary: "Look what an import would do",
    access: "admin",
    input: z.object({ file, passphrase, parts, existing }),
    output: z.object(preview),
    changes: false,
    errors: ["transfer_file_invalid", "transfer_file_newer", "transfer_not_opened", "transfer_too_large"],
    example: {
      input: { file: fileExample, passphrase: passphraseExample },
      output: {
        from: "https://old.example.com",
        exportedAt: "2026-11-20T09:15:02.114Z",
        entries: [entryExample],
        digest: digestExample,
      },
    },
  },
  importConfiguration: {
    method: "POST",
    path: "/svc/api/transfer/import",
    summary: "Import a configuration",
    description:
      "A process, which goes on where it was cut off. Before it is accepted nothing has changed. What is the same here is left alone, so that a repeated import doubles nothing. Schedules arrive switched off; keys go on with the values that clients have, within a minute.",
    access: "admin",
    input: z.object({ file, passphrase, parts, existing, digest: digest.optional(), isDryRun }),
    output: z.object({ processId: Id.describe("The id of the process, to follow it by.") }),
    status: () => 202,
    changes: configuration,
    errors: [
      "transfer_file_invalid",
      "transfer_file_newer",
      "transfer_not_opened",
      "transfer_too_large",
      "transfer_moved_on",
    ],
    example: {
      input: { file: fileExample, passphrase: passphraseExample, digest: digestExample },
      output: { processId: 42 },
    },
  },
  listDigests: {
    method: "POST",
    path: "/svc/api/transfer/digests",
    summary: "List digests of the configuration",
    description:
      "Lets another service compare its configuration with this one before it sends secrets. `POST /svc/api/transfer/send` with `isPreview` calls it.",
    access: "admin",
    input: z.object({
      key: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe("Random key of the digests (HMAC-SHA256), in hexadecimal digits. Make a new one for each call."),
    }),
    output: z.object({ digests: z.array(Digest).describe("Everything that can be transferred.") }),
    changes: false,
    errors: [],
    example: {
      input: { key: digestExample },
      output: {
        digests: [{ part: "webhooks", identity: digestExample.slice(0, 32), content: digestExample.slice(32) }],
      },
    },
  },
  sendConfiguration: {
    method: "POST",
    path: "/svc/api/transfer/send",
    summary: "Transfer the configuration to another service",
    description:
      "Sends the configuration with all its secrets to the other service, which imports it. Needs https, except within networks that `CALLOUT_NETWORKS` lists. With `isPreview` the other service gets the Admin API Key and sends digests of what it has; none of the configuration goes there, and the answer says what an import would do.",
    access: "admin",
    input: z.object({
      serverUrl: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .describe("The other service's address. Begins with https, unless `CALLOUT_NETWORKS` lists its network."),
      adminApiKey: z.string().min(1).max(100).describe("An Admin API Key of the other service."),
      parts,
      existing,
      isDryRun,
      isPreview: z.boolean().default(false).describe("True to compare only: no secret of the configuration is sent."),
    }),
    output: z.object({
      entries: preview.entries,
      processId: Id.nullable().describe("The id of the process at the other service. Null for a preview."),
      sentTo: z.string().describe("Origin of the service that was called with the Admin API Key."),
      sentSecrets: z
        .boolean()
        .describe("True if the passwords and other secrets of the chosen parts went there. False for a preview."),
    }),
    changes: configuration,
    errors: ["transfer_too_large", "transfer_target_away", "transfer_target_refused"],
    example: {
      input: { serverUrl: "https://new.example.com", adminApiKey: "ak_4f9a…", isPreview: true },
      output: {
        ...{ entries: [entryExample], processId: null },
        ...{ sentTo: "https://new.example.com", sentSecrets: false },
      },
    },
  },
});
