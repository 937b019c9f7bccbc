import * as z from "zod";

/** Folder at the top of every recording, and the name of its format. */
export const recordingFormat = "latchkey-conformance-1";

const Tls = z.object({ protocol: z.string(), chainLength: z.int(), nameMatches: z.boolean() });

/** One question over HTTP and its answer. Headers are a list: their order and case count. */
export const HttpEntry = z.object({
  step: z.string(),
  api: z.enum(["web", "data", "odata", "admin"]),
  request: z.object({
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: z.array(z.string()),
    body: z.string().nullable(),
  }),
  /** Null if there was no answer. */
  response: z
    .object({
      status: z.int(),
      reason: z.string(),
      headers: z.array(z.string()),
      body: z.unknown().optional(),
      bodyShape: z.string().optional(),
    })
    .nullable(),
  /** Reason for no answer. */
  error: z.string().optional(),
  ms: z.int(),
  tls: Tls.nullable(),
});
export type HttpEntry = z.infer<typeof HttpEntry>;

/** One run of a command-line tool. */
export const ProgramEntry = z.object({
  step: z.string(),
  tool: z.string(),
  argv: z.array(z.string()),
  stdin: z.enum(["account", "none"]),
  tty: z.literal(false),
  env: z.array(z.string()),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  /** Standard output and standard error, in the order in which they came. */
  output: z.array(z.string()),
  ms: z.int(),
});
export type ProgramEntry = z.infer<typeof ProgramEntry>;

/** Content of one folder. */
export const FolderEntry = z.object({
  step: z.string(),
  root: z.string(),
  /** Null if it couldn't be read. */
  entries: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(["file", "folder", "link", "other"]),
        mode: z.string(),
        owner: z.string(),
        group: z.string(),
        sizeBytes: z.string(),
        links: z.int(),
      }),
    )
    .nullable(),
  error: z.string().optional(),
});
export type FolderEntry = z.infer<typeof FolderEntry>;

/** First and last lines of one log. Null if it couldn't be read. */
export const LogEntry = z.object({
  step: z.string(),
  name: z.string(),
  encoding: z.string().nullable(),
  lineEnd: z.enum(["LF", "CRLF"]).nullable(),
  first: z.array(z.string()).nullable(),
  last: z.array(z.string()).nullable(),
  error: z.string().optional(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const Manifest = z.object({
  format: z.literal(recordingFormat),
  latchkey: z.string(),
  server: z.object({ version: z.string() }),
  system: z.object({ platform: z.string(), release: z.string(), architecture: z.string() }),
  webServer: z.string(),
  locale: z.string(),
  zoneOffsetMinutes: z.int(),
  setup: z.object({ additionalFolders: z.boolean(), externalGroups: z.boolean(), encryptedFiles: z.boolean() }),
  isFull: z.boolean(),
  /** Names of the steps that were made. */
  steps: z.array(z.string()),
  /** Names of the steps that couldn't be made, each with the reason. */
  skipped: z.record(z.string(), z.string()),
  /** SHA-256 of each other file. */
  hashes: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;
