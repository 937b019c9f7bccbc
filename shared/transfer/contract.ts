import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { OttoItem } from "./otto/contract.ts";

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
  .describe("Parts of the configuration. Default: all.");
const passphrase = z
  .string()
  .min(12)
  .max(500)
  .describe("Passphrase of the file, at least 12 characters. The file can't be opened without it.");
const file = z.string().min(1).max(980_000).describe("The file, as returned by the export.");
const existing = z
  .enum(["skip", "replace"])
  .default("skip")
  .describe("Handling of existing entries that differ: keep them, or replace them with those of the file.");
const isDryRun = z
  .boolean()
  .default(false)
  .describe("True to run the import without writing anything. The process log says what would happen.");
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("Token of the preview. If anything changed since the preview, nothing is imported.");

/** Preview of an entry. */
export const PreviewEntry = z.object({
  part: PartName.describe("Part of the configuration."),
  title: z.string().describe("Name of the entry."),
  state: z
    .enum(["new", "changed", "same", "conflict"])
    .describe("Comparison with this service: new, different, the same, or not importable."),
  action: z.enum(["add", "replace", "skip"]).describe("Action of the import."),
  reason: z.string().nullable().describe("Reason why the entry is skipped; null if it isn't."),
  warning: z
    .string()
    .nullable()
    .default(null)
    .describe("Warning about the entry, such as a role that it gives; null if there is none."),
});
export type PreviewEntry = z.output<typeof PreviewEntry>;

/** Existing entry of a service, without its content. */
export const Digest = z.object({
  part: PartName.describe("Part of the configuration."),
  identity: z.string().max(64).describe("Digest of the entry's identifier."),
  content: z
    .string()
    .max(64)
    .nullable()
    .describe("Digest of the entry's content; null if only its existence is compared."),
});
export type Digest = z.output<typeof Digest>;

const preview = {
  from: z.string().describe("Address of the service that exported the file."),
  exportedAt: Timestamp.describe("Time of the export."),
  entries: z.array(PreviewEntry).describe("All entries in the chosen parts of the file."),
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
    summary: "Export the configuration to an encrypted file",
    description:
      "The file has the passwords of keys' accounts and all other secrets of the exported parts, encrypted with the passphrase (argon2id, AES-256-GCM).",
    access: "admin",
    input: z.object({ parts, passphrase }),
    output: z.object({
      file: z.string().describe("Text of the file. Save it unchanged."),
      counts: z.partialRecord(PartName, z.int()).describe("Number of entries per part."),
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
    summary: "Preview an import",
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
      "Starts a process that resumes after an interruption. Nothing changes before it is accepted. Identical entries are skipped, so a repeated import duplicates nothing. Imported schedules are disabled; keys keep their values and work within a minute.",
    access: "admin",
    input: z.object({ file, passphrase, parts, existing, digest: digest.optional(), isDryRun }),
    output: z.object({ processId: Id.describe("Id of the process.") }),
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
      "Lets another service compare its configuration with this one before it sends secrets. `POST /svc/api/transfer/send` with `isPreview` calls this operation.",
    access: "admin",
    input: z.object({
      key: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe("Random key of the digests (HMAC-SHA256), in hexadecimal digits. Use a new one for each call."),
    }),
    output: z.object({ digests: z.array(Digest).describe("All entries that can be transferred.") }),
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
      "Sends the configuration with all its secrets to the other service, which imports it. Requires https, except in networks that `CALLOUT_NETWORKS` lists. With `isPreview` the other service gets the Admin API key and returns digests of its configuration; it gets nothing of this configuration, and the response shows what an import would do.",
    access: "admin",
    input: z.object({
      serverUrl: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .describe("Address of the other service. Must begin with https, unless `CALLOUT_NETWORKS` lists its network."),
      adminApiKey: z.string().min(1).max(100).describe("An Admin API key of the other service."),
      parts,
      existing,
      isDryRun,
      isPreview: z.boolean().default(false).describe("True to only compare: no secret of the configuration is sent."),
    }),
    output: z.object({
      entries: preview.entries,
      processId: Id.nullable().describe("Id of the process on the other service; null for a preview."),
      sentTo: z.string().describe("Origin of the service that was called with the Admin API key."),
      sentSecrets: z
        .boolean()
        .describe("True if the passwords and other secrets of the chosen parts were sent there. False for a preview."),
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
  previewOtto: {
    method: "POST",
    path: "/svc/api/transfer/otto/preview",
    summary: "Read an OttoFMS, and compare it with this service",
    description:
      "Reads the configuration of an OttoFMS with its Admin API key, by GET requests only. Each item has the calls that create it here with the same values, so the response contains the keys of the old server. Passwords and secrets can't be read: `secret` says which one to add to the first call. Test accounts with `POST /svc/api/api-key/test-account` before you make the calls. Requires https, except in networks that `CALLOUT_NETWORKS` lists.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      serverUrl: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .describe("Address of OttoFMS. Without a path, `/otto` is added."),
      adminApiKey: z.string().min(1).max(100).describe("An Admin API key of OttoFMS. It isn't stored."),
    }),
    output: z.object({
      from: z.string().describe("Address that was read."),
      items: z.array(OttoItem).describe("Everything that was found, in the order in which to create it."),
      unread: z.array(z.string()).describe("Parts that couldn't be read, with the reason."),
      staysBehind: z.array(z.string()).describe("Parts that never come along, with the reason."),
    }),
    changes: false,
    errors: ["transfer_target_away", "otto_not_read"],
    example: {
      input: { serverUrl: "https://fms.example.com/otto", adminApiKey: "ak_4f9a…" },
      output: {
        from: "https://fms.example.com/otto",
        items: [
          {
            ...{ kind: "webhook", name: "receiver/contacts/orders", state: "new", reason: null, secret: null },
            calls: [
              {
                operation: "POST /svc/api/webhooks",
                input: { channel: "orders", filename: "Contacts.fmp12", useFileReceiver: false, label: "Orders" },
              },
            ],
          },
        ],
        unread: [],
        staysBehind: ["Table triggers are stored in FileMaker Server and keep working; they aren't copied."],
      },
    },
  },
});
