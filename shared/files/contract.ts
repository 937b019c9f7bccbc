import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName, foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { fileOperations } from "./operations/contract.ts";
import { uploads } from "./uploads/contract.ts";

/** State of a file, in the terms of the Admin Console. */
export const DatabaseState = z
  .enum(["normal", "paused", "closed", "opening", "closing", "verifying", "changing"])
  .describe("`normal` is open to all clients; `changing` is a state on the way that has no name here.");
export type DatabaseState = z.infer<typeof DatabaseState>;

/** Data API key, as shown for a file. */
const KeyOfFile = z.object({
  id: Id.describe("The key's id."),
  label: z.string().nullable().describe("What it is for."),
  isDataApi: z.boolean().describe("Whether it works on the Data API."),
  isOData: z.boolean().describe("Whether it works on OData."),
  isAnyDatabase: z.boolean().describe("Whether it reaches the file because it reaches all that its account may open."),
  isFailing: z.boolean().describe("Whether FileMaker Server refuses its account in this file."),
});
export type KeyOfFile = z.infer<typeof KeyOfFile>;

/** Hosted file, with information from Latchkey. */
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

/** User or program that is connected to FileMaker Server. */
const Client = z.object({
  id: clientId,
  kind: z.string().describe("Such as `FMPRO`, `FMGO`, `FMWEBDIRECT`, `FMDAPI` or `FMSE`, as FileMaker Server says."),
  userName: z.string().describe("The user's name, as the client reports it."),
  computerName: z.string().describe("The name of the client's machine."),
  address: z.string().describe("The network address of the client's machine."),
  appVersion: z.string().describe("The client's program, such as `Pro 22.0.2`."),
  operatingSystem: z.string().describe("The operating system of the client's machine."),
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

/** Message to clients. The limit is that of FileMaker's own dialogs. */
export const ClientMessage = z
  .string()
  .max(200)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, "must be text without control characters");

/** Files of a call, without duplicates. */
export const Files = z
  .array(DatabaseName)
  .min(1)
  .max(100)
  .refine((names) => new Set(names.map(foldedDatabaseName)).size === names.length, "must name each file once")
  .describe("The files' names, with or without `.fmp12`. Their case does not matter.");

/** Result for each requested file. */
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

const stateErrors = [...adminApiErrors, "database_not_found", "database_state_forbids"] as const;

const eachFile = ({ files: names }: { readonly files: readonly string[] }) =>
  names.map((name) => `file:${fullDatabaseName(name)}`);
/** Returns 202 if a change is still in progress, because it was only accepted. */
const acceptedStatus = (output: StateChange) =>
  output.files.some(({ outcome }) => outcome === "underWay") ? 202 : 200;
const waitDescription =
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
    errors: adminApiErrors,
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
    errors: [...adminApiErrors, "database_not_found"],
    example: { input: { filename: "Contacts.fmp12" }, output: { database: databaseExample } },
  },
  openFiles: {
    method: "POST",
    path: "/svc/api/fm-file/open",
    summary: "Open hosted files",
    description: waitDescription,
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
    status: acceptedStatus,
    changes: eachFile,
    errors: stateErrors,
    example: {
      input: { files: ["Archive"] },
      output: changedExample("Archive.fmp12", "normal", "It is open."),
    },
  },
  closeFiles: {
    method: "POST",
    path: "/svc/api/fm-file/close",
    summary: "Close hosted files",
    description: `People in a file see the message and get FileMaker Server's time of grace, or with \`force\` none. ${waitDescription}`,
    access: "admin",
    input: z.object({
      files: Files,
      message: ClientMessage.default("").describe("The message that people in the files see."),
      force: z.boolean().default(false).describe("Whether people are disconnected at once."),
    }),
    output: StateChange,
    status: acceptedStatus,
    changes: eachFile,
    errors: stateErrors,
    example: {
      input: { files: ["Private.fmp12"], message: "We update the price list. Back in five minutes.", force: true },
      output: changedExample("Private.fmp12", "closed", "It is closed."),
    },
  },
  pauseFiles: {
    method: "POST",
    path: "/svc/api/fm-file/pause",
    summary: "Pause open files",
    description: `All clients of a paused file wait, and its bytes on disk do not change. ${waitDescription}`,
    access: "admin",
    input: z.object({ files: Files }),
    output: StateChange,
    status: acceptedStatus,
    changes: eachFile,
    errors: stateErrors,
    example: {
      input: { files: ["Private.fmp12"] },
      output: changedExample("Private.fmp12", "paused", "It is paused."),
    },
  },
  resumeFiles: {
    method: "POST",
    path: "/svc/api/fm-file/resume",
    summary: "Let paused files go on",
    description: waitDescription,
    access: "admin",
    input: z.object({ files: Files }),
    output: StateChange,
    status: acceptedStatus,
    changes: eachFile,
    errors: stateErrors,
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
    errors: adminApiErrors,
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
      message: ClientMessage.default("").describe("The message that the client shows."),
      graceSeconds: z.int().min(0).max(3600).default(90).describe("How long the client may stay connected."),
    }),
    output: z.object({ ok: z.boolean().describe("FileMaker Server has begun to.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...adminApiErrors, "client_not_found"],
    example: { input: { id: "1", message: "We close for today.", graceSeconds: 60 }, output: { ok: true } },
  },
  messageClient: {
    method: "POST",
    path: "/svc/api/clients/{id}/message",
    summary: "Show a message to a client",
    access: "admin",
    input: z.object({ id: clientId, message: ClientMessage.min(1).describe("The message that the client shows.") }),
    output: z.object({ ok: z.boolean().describe("FileMaker Server has taken it.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...adminApiErrors, "client_not_found", "client_not_reachable"],
    example: { input: { id: "1", message: "Lunch is ready." }, output: { ok: true } },
  },
  ...fileOperations,
  ...uploads,
});
