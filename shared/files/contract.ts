import * as z from "zod";
import { DatabaseName, foldedDatabaseName, fullDatabaseName } from "../contract/database-name.ts";
import { resource } from "../contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "../contract/scalars.ts";
import { fileOperations } from "./operations/contract.ts";

/** A file's name as FileMaker will show it. No path, no control characters, no half of a character. */
const FileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}\p{Cs}]+$/u, "must be a file name without a path")
  .refine((name) => !/^\.+$/.test(name), "must be a file name")
  .describe("The file's name as FileMaker will show it.");

const word = "[A-Za-z0-9!#$&^_.+-]+";
const ContentType = z
  .string()
  .max(255)
  .regex(new RegExp(`^${word}/${word}(?: ?; ?${word}=${word})*$`), "must be a media type such as image/png")
  .describe("What the bytes are, such as `image/png`.");

const UploadId = z.uuid().describe("The upload's id.");

export const smallestPartBytes = 1024 * 1024;
export const largestPartBytes = 1024 * 1024 * 1024;
export const mostParts = 200;

/** Bytes on their way to a container, kept until one call has taken them or they expire. */
const Upload = z.object({
  id: UploadId,
  fileName: z.string().describe("The file's name as FileMaker will show it."),
  contentType: z.string().describe("What the bytes are."),
  sizeBytes: z.int().describe("Size of the whole file in bytes."),
  partBytes: z.int().describe("Bytes of every part but the last, which holds the rest."),
  state: z.enum(["open", "complete"]).describe("`open`: parts are coming. `complete`: a call may take it."),
  createdAt: Timestamp.describe("When it began."),
  expiresAt: Timestamp.describe("When it is deleted, taken or not."),
});

/** A piece of an upload, numbered from 1. */
const UploadPart = z.object({
  number: z.int().describe("The part's number, from 1 on."),
  offset: z.int().describe("Its first byte's place in the file."),
  sizeBytes: z.int().describe("How many bytes it has."),
  received: z.boolean().describe("Whether it is there."),
  address: z
    .string()
    .nullable()
    .describe("Where one PUT of exactly these bytes brings it, for an hour. Null for a part that is there. A secret."),
});

const UploadState = z.object({
  upload: Upload.describe("The upload."),
  parts: z.array(UploadPart).describe("Its parts, by their numbers."),
});

const exampleId = "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";
const uploadExample = {
  id: exampleId,
  fileName: "manual.pdf",
  contentType: "application/pdf",
  sizeBytes: 9_000_000,
  partBytes: 8_388_608,
  state: "open",
  createdAt: "2026-11-20T09:15:02.114Z",
  expiresAt: "2026-11-21T09:15:02.114Z",
} as const;
const stateExample = {
  upload: uploadExample,
  parts: [
    { number: 1, offset: 0, sizeBytes: 8_388_608, received: true, address: null },
    {
      number: 2,
      offset: 8_388_608,
      sizeBytes: 611_392,
      received: false,
      address: `https://fms.example.com/svc/blobs/uploads/1/${exampleId}/0002?size=611392&expires=1795252502&signature=…`,
    },
  ],
};

/** A file's state, in the Admin Console's words. */
export const DatabaseState = z
  .enum(["normal", "paused", "closed", "opening", "closing", "verifying", "changing"])
  .describe("`normal` is open to everybody; `changing` is a state on the way that has no name here.");
export type DatabaseState = z.infer<typeof DatabaseState>;

/** A Data API Key, as far as it matters to a file. */
const KeyOfFile = z.object({
  id: Id.describe("The key's id."),
  label: z.string().nullable().describe("What it is for."),
  isDataApi: z.boolean().describe("Whether it works on the Data API."),
  isOData: z.boolean().describe("Whether it works on OData."),
  isAnyDatabase: z.boolean().describe("Whether it reaches the file because it reaches all that its account may open."),
  isFailing: z.boolean().describe("Whether FileMaker Server refuses its account in this file."),
});
export type KeyOfFile = z.infer<typeof KeyOfFile>;

/** A hosted file, with what Latchkey knows of it. */
const Database = z.object({
  filename: z.string().describe("The file's name, with its extension."),
  state: DatabaseState,
  folder: z.string().describe("Where it lies, as FileMaker Server writes folders."),
  sizeBytes: z.int().describe("Its size in bytes."),
  clients: z.int().describe("How many clients have it open."),
  isEncrypted: z.boolean().describe("Whether it opens only with an encryption password."),
  hasSavedKey: z.boolean().describe("Whether FileMaker Server keeps that password."),
  keyHint: z.string().describe("The hint for that password. Empty when there is none."),
  extendedPrivileges: z
    .array(z.string())
    .describe("Extended privileges that some privilege set of the file has. Known while it is open."),
  hasNote: z.boolean().describe("Whether people have written a note about it."),
  keyCount: z.int().describe("How many Data API Keys reach it."),
  keys: z.array(KeyOfFile).describe("Those keys, the ones that name it first; in a list of files at most ten of them."),
});
export type Database = z.infer<typeof Database>;

const clientId = z
  .string()
  .regex(/^\d{1,15}$/, "must be a client's number")
  .describe("The client's id. Good until the server is restarted.");

/** Somebody or something that is connected to FileMaker Server. */
const Client = z.object({
  id: clientId,
  kind: z.string().describe("Such as `FMPRO`, `FMGO`, `FMWEBDIRECT`, `FMDAPI` or `FMSE`, as FileMaker Server says."),
  userName: z.string().describe("Whoever it is, as his FileMaker says."),
  computerName: z.string().describe("The name of his machine."),
  address: z.string().describe("The network address of his machine."),
  appVersion: z.string().describe("What he uses, such as `Pro 22.0.2`."),
  operatingSystem: z.string().describe("What his machine runs on."),
  extendedPrivilege: z.string().describe("What lets it in, such as `fmapp` or `fmrest`."),
  connectedAt: Timestamp.nullable().describe("Since when. Null where FileMaker Server does not say."),
  files: z
    .array(
      z.object({
        filename: z.string().describe("The file's name, with its extension."),
        account: z.string().describe("The account that it is open with."),
        privilegeSet: z.string().describe("That account's privilege set."),
      }),
    )
    .describe("The files that it has open."),
});
export type Client = z.infer<typeof Client>;

/** How long FileMaker's own dialogs let messages be. */
export const ClientMessage = z
  .string()
  .max(200)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, "must be text without control characters");

/** Files that one call is about, each once. */
export const Files = z
  .array(DatabaseName)
  .min(1)
  .max(100)
  .refine((names) => new Set(names.map(foldedDatabaseName)).size === names.length, "must name each file once")
  .describe("The files' names, with or without `.fmp12`. Their case does not matter.");

/** What became of each file that was asked for. */
const StateChange = z.object({
  ok: z.boolean().describe("Whether every file is in the state that was asked for."),
  files: z
    .array(
      z.object({
        filename: z.string().describe("The file's name, with its extension."),
        outcome: z
          .enum(["done", "unchanged", "underWay", "failed", "unknown"])
          .describe(
            "`unchanged`: it was in that state already. `underWay`: it is on the way. " +
              "`unknown`: FileMaker Server stopped answering before it was there.",
          ),
        state: DatabaseState,
        text: z.string().describe("What happened, in words."),
      }),
    )
    .describe("Every file that was asked for, in that order."),
});
export type StateChange = z.infer<typeof StateChange>;

const databaseExample: Database = {
  filename: "Contacts.fmp12",
  state: "normal",
  folder: "filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/",
  sizeBytes: 12_582_912,
  clients: 2,
  isEncrypted: false,
  hasSavedKey: false,
  keyHint: "",
  extendedPrivileges: ["fmapp", "fmrest", "fmodata"],
  hasNote: true,
  keyCount: 1,
  keys: [{ id: 7, label: "Web shop", isDataApi: true, isOData: false, isAnyDatabase: false, isFailing: false }],
};
const clientExample: Client = {
  id: "1",
  kind: "FMPRO",
  userName: "Ada Moreno",
  computerName: "front-desk",
  address: "203.0.113.20",
  appVersion: "Pro 22.0.2",
  operatingSystem: "macOS 15.1",
  extendedPrivilege: "fmapp",
  connectedAt: "2026-11-20T08:01:10.000Z",
  files: [{ filename: "Orders.fmp12", account: "Admin", privilegeSet: "[Full Access]" }],
};
const changedExample = (filename: string, state: DatabaseState, text: string): StateChange => ({
  ok: true,
  files: [{ filename, outcome: "done", state, text }],
});

const ofServer = [
  "stored_credentials_refused",
  "admin_role_refused",
  "admin_api_closed",
  "sessions_exhausted",
  "token_refresh_failed",
  "upstream_unreachable",
  "upstream_broken",
  "upstream_timeout",
] as const;
const ofStates = [...ofServer, "database_not_found", "database_state_forbids"] as const;

const eachFile = ({ files: names }: { readonly files: readonly string[] }) =>
  names.map((name) => `file:${fullDatabaseName(name)}`);
/** On the way is accepted, not done. */
const whenThere = (output: StateChange) => (output.files.some(({ outcome }) => outcome === "underWay") ? 202 : 200);
const waits =
  "Nothing is done unless every file is known and in a state that allows it. The answer comes when all are there, or after 20 seconds " +
  "(`FMSADMIN_TIMEOUT_IN_SEC` on one machine), and then with 202 where one is on the way.";

export const files = resource({
  listDatabases: {
    method: "GET",
    path: "/svc/api/databases",
    summary: "List the hosted files, with their states and what reaches them",
    description: "Asks the Admin API with the caller's account, or with the one behind the caller's Admin API Key.",
    access: "admin",
    input: z.object({}),
    output: z.object({ databases: z.array(Database).describe("Every file, by name.") }),
    errors: ofServer,
    example: { output: { databases: [databaseExample] } },
  },
  getDatabase: {
    method: "GET",
    path: "/svc/api/databases/{filename}",
    summary: "Read one hosted file, with all keys that reach it",
    access: "admin",
    input: z.object({
      filename: DatabaseName.describe("The file's name, with or without `.fmp12`. Its case does not matter."),
    }),
    output: z.object({ database: Database.describe("The file.") }),
    errors: [...ofServer, "database_not_found"],
    example: { input: { filename: "Contacts.fmp12" }, output: { database: databaseExample } },
  },
  openFiles: {
    method: "POST",
    path: "/svc/api/fm-file/open",
    summary: "Open hosted files",
    description: waits,
    access: "admin",
    input: z.object({
      files: Files,
      encryptionKey: z.string().min(1).max(255).optional().describe("The password of those that are encrypted."),
      saveEncryptionKey: z
        .boolean()
        .default(false)
        .describe("Whether FileMaker Server is to keep it, and open them by itself from then on."),
    }),
    output: StateChange,
    status: whenThere,
    changes: eachFile,
    errors: ofStates,
    example: {
      input: { files: ["Archive"] },
      output: changedExample("Archive.fmp12", "normal", "It is open."),
    },
  },
  closeFiles: {
    method: "POST",
    path: "/svc/api/fm-file/close",
    summary: "Close hosted files",
    description: `People in a file see the message and get FileMaker Server's time of grace, or with \`force\` none. ${waits}`,
    access: "admin",
    input: z.object({
      files: Files,
      message: ClientMessage.default("").describe("What people in the files are told."),
      force: z.boolean().default(false).describe("Whether people are disconnected at once."),
    }),
    output: StateChange,
    status: whenThere,
    changes: eachFile,
    errors: ofStates,
    example: {
      input: { files: ["Private.fmp12"], message: "We update the price list. Back in five minutes.", force: true },
      output: changedExample("Private.fmp12", "closed", "It is closed."),
    },
  },
  pauseFiles: {
    method: "POST",
    path: "/svc/api/fm-file/pause",
    summary: "Pause open files",
    description: `Everybody in a paused file waits, and its bytes on disk do not change. ${waits}`,
    access: "admin",
    input: z.object({ files: Files }),
    output: StateChange,
    status: whenThere,
    changes: eachFile,
    errors: ofStates,
    example: {
      input: { files: ["Private.fmp12"] },
      output: changedExample("Private.fmp12", "paused", "It is paused."),
    },
  },
  resumeFiles: {
    method: "POST",
    path: "/svc/api/fm-file/resume",
    summary: "Let paused files go on",
    description: waits,
    access: "admin",
    input: z.object({ files: Files }),
    output: StateChange,
    status: whenThere,
    changes: eachFile,
    errors: ofStates,
    example: {
      input: { files: ["Private.fmp12"] },
      output: changedExample("Private.fmp12", "normal", "It is open."),
    },
  },
  listClients: {
    method: "GET",
    path: "/svc/api/clients",
    summary: "List who is connected to FileMaker Server",
    access: "admin",
    input: z.object({ filename: DatabaseName.optional().describe("Only those that have this file open.") }),
    output: z.object({ clients: z.array(Client).describe("Every client, by id.") }),
    errors: ofServer,
    example: { input: { filename: "Orders.fmp12" }, output: { clients: [clientExample] } },
  },
  disconnectClient: {
    method: "POST",
    path: "/svc/api/clients/{id}/disconnect",
    summary: "Disconnect a client",
    description: "People see the message and get the time of grace; sessions of an API end at once.",
    access: "admin",
    input: z.object({
      id: clientId,
      message: ClientMessage.default("").describe("What is shown to whoever sits there."),
      graceSeconds: z.int().min(0).max(3600).default(90).describe("How long he may stay."),
    }),
    output: z.object({ ok: z.boolean().describe("FileMaker Server has begun to.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...ofServer, "client_not_found"],
    example: { input: { id: "1", message: "We close for today.", graceSeconds: 60 }, output: { ok: true } },
  },
  messageClient: {
    method: "POST",
    path: "/svc/api/clients/{id}/message",
    summary: "Show a message to a client",
    access: "admin",
    input: z.object({ id: clientId, message: ClientMessage.min(1).describe("What is shown to whoever sits there.") }),
    output: z.object({ ok: z.boolean().describe("FileMaker Server has taken it.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...ofServer, "client_not_found", "client_not_reachable"],
    example: { input: { id: "1", message: "Lunch is ready." }, output: { ok: true } },
  },
  ...fileOperations,
  createUpload: {
    method: "POST",
    path: "/svc/api/uploads",
    summary: "Begin the upload of a large file for a container",
    description:
      "For the Data API Key whose calls will take the upload; it belongs to that key. The answer has an address for every part: `PUT` each part's bytes there, " +
      "then complete the upload, and send the container call with `X-Svc-Upload: <id>` and no body. It can be taken for 24 hours.",
    access: "data-key",
    input: z
      .object({
        fileName: FileName,
        contentType: ContentType.default("application/octet-stream"),
        sizeBytes: z.int().min(1).describe("Size of the whole file in bytes."),
        partBytes: z
          .int()
          .min(smallestPartBytes)
          .max(largestPartBytes)
          .optional()
          .describe("Bytes of every part but the last. Chosen by the service when left out."),
      })
      .refine(({ sizeBytes, partBytes }) => partBytes === undefined || sizeBytes / partBytes <= mostParts, {
        path: ["partBytes"],
        message: `an upload has at most ${mostParts} parts`,
      }),
    output: UploadState,
    errors: ["upload_too_large", "uploads_exhausted"],
    example: {
      input: { fileName: "manual.pdf", contentType: "application/pdf", sizeBytes: 9_000_000 },
      output: { ...stateExample, parts: stateExample.parts.slice(1) },
    },
  },
  listUploads: {
    method: "GET",
    path: "/svc/api/uploads",
    summary: "List the key's uploads, oldest first",
    access: "data-key",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({ uploads: z.array(Upload).describe("A page of uploads."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { uploads: [uploadExample], cursor: null } },
  },
  getUpload: {
    method: "GET",
    path: "/svc/api/uploads/{id}",
    summary: "See which parts of an upload are there",
    description: "Parts that are missing come with fresh addresses, so that a broken upload goes on where it stopped.",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: UploadState,
    errors: ["upload_not_found"],
    example: { input: { id: exampleId }, output: stateExample },
  },
  completeUpload: {
    method: "POST",
    path: "/svc/api/uploads/{id}/complete",
    summary: "Say that all parts of an upload have been brought",
    description: "From then on its bytes cannot change. Completing it again is no error.",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ upload: Upload.describe("The upload as it is now.") }),
    errors: ["upload_not_found", "upload_incomplete"],
    example: { input: { id: exampleId }, output: { upload: { ...uploadExample, state: "complete" } } },
  },
  deleteUpload: {
    method: "DELETE",
    path: "/svc/api/uploads/{id}",
    summary: "Give an upload up",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ ok: z.boolean().describe("It is gone.") }),
    errors: ["upload_not_found", "upload_in_use"],
    example: { input: { id: exampleId }, output: { ok: true } },
  },
});
