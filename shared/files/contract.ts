import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName, fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { fileOperations } from "./operations/contract.ts";
import { uploads } from "./uploads/contract.ts";

/** State of a file, in the terms of the Admin Console. */
export const DatabaseState = z
  .enum(["normal", "paused", "closed", "opening", "closing", "verifying", "changing"])
  .describe("State of the file. `normal` is open to all clients; `changing` is another state in transition.");
export type DatabaseState = z.infer<typeof DatabaseState>;

/** Data API key, as shown for a file. */
const KeyOfFile = z.object({
  id: Id.describe("ID of the key."),
  label: z.string().nullable().describe("Label of the key."),
  isDataApi: z.boolean().describe("True if it gives access to the Data API."),
  isOData: z.boolean().describe("True if it gives access to OData."),
  isAnyDatabase: z.boolean().describe("True if it has access because it allows all files that its account can open."),
  isFailing: z.boolean().describe("True if FileMaker Server rejects its account in this file."),
});
export type KeyOfFile = z.infer<typeof KeyOfFile>;

/** Hosted file, with information from Latchkey. */
const Database = z.object({
  filename: z.string().describe("File name with its extension."),
  state: DatabaseState,
  folder: z.string().describe("Folder of the file, in FileMaker Server's notation."),
  sizeBytes: z.int().describe("Size in bytes."),
  clients: z.int().describe("Number of clients that have it open."),
  isEncrypted: z.boolean().describe("True if it needs an encryption password."),
  hasSavedKey: z.boolean().describe("True if FileMaker Server stores that password."),
  keyHint: z.string().describe("Hint for that password. Empty if there is none."),
  extendedPrivileges: z
    .array(z.string())
    .describe("Extended privileges that any privilege set of the file has. Reported only while the file is open."),
  hasNote: z.boolean().describe("True if it has a note."),
  keyCount: z.int().describe("Number of Data API keys that can access it."),
  keys: z
    .array(KeyOfFile)
    .describe("Keys that can access it, those that name it first. At most ten of them in lists of files."),
});
export type Database = z.infer<typeof Database>;

const clientId = z
  .string()
  .regex(/^\d{1,15}$/, "must be a client ID")
  .describe("ID of the client, valid until the server restarts.");

/** User or program that is connected to FileMaker Server. */
const Client = z.object({
  id: clientId,
  kind: z
    .string()
    .describe(
      "Type of the client that FileMaker Server reports, such as `FMPRO`, `FMGO`, `FMWEBDIRECT`, `FMDAPI` or `FMSE`.",
    ),
  userName: z.string().describe("User name that the client reports."),
  computerName: z.string().describe("Name of the client's computer."),
  address: z.string().describe("IP address of the client."),
  appVersion: z.string().describe("Client application, such as `Pro 22.0.2`."),
  operatingSystem: z.string().describe("Operating system of the client."),
  extendedPrivilege: z.string().describe("Extended privilege of the connection, such as `fmapp` or `fmrest`."),
  connectedAt: Timestamp.nullable().describe("Connection time. Null if FileMaker Server doesn't report it."),
  files: z
    .array(
      z.object({
        filename: z.string().describe("File name with its extension."),
        account: z.string().describe("Account that opened the file."),
        privilegeSet: z.string().describe("Privilege set of the account."),
      }),
    )
    .describe("Files that the client has open."),
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
  .refine((names) => new Set(names.map(normalizedDatabaseName)).size === names.length, "must not name a file twice")
  .describe("File names, with or without `.fmp12`; not case-sensitive.");

/** Result for each requested file. */
const StateChange = z.object({
  ok: z.boolean().describe("True if every file is in the requested state."),
  files: z
    .array(
      z.object({
        filename: z.string().describe("File name with its extension."),
        outcome: z
          .enum(["done", "unchanged", "underWay", "failed", "unknown"])
          .describe(
            "`unchanged`: it was already in the requested state. `underWay`: the change is in progress. " +
              "`unknown`: FileMaker Server stopped responding before the change was complete.",
          ),
        state: DatabaseState,
        text: z.string().describe("The result as a sentence."),
      }),
    )
    .describe("Results, in the order of the request."),
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
  "Nothing changes unless every file exists and is in a state that allows the change. Responds when all changes are complete, or after 20 seconds " +
  "(`FMSADMIN_TIMEOUT_IN_SEC` on one machine), then with 202 if a change is still in progress.";

export const files = resource({
  listDatabases: {
    method: "GET",
    path: "/svc/api/databases",
    summary: "List hosted files",
    description:
      "Returns each file with its state and the keys that can access it. Calls the Admin API with the caller's account, or with the account of the caller's Admin API key.",
    access: "admin",
    input: z.object({}),
    output: z.object({ databases: z.array(Database).describe("All files, sorted by name.") }),
    errors: adminApiErrors,
    example: { output: { databases: [databaseExample] } },
  },
  getDatabase: {
    method: "GET",
    path: "/svc/api/databases/{filename}",
    summary: "Get a hosted file with all its keys",
    access: "admin",
    input: z.object({
      filename: DatabaseName.describe("File name, with or without `.fmp12`; not case-sensitive."),
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
      encryptionKey: z.string().min(1).max(255).optional().describe("Encryption password of the encrypted files."),
      saveEncryptionKey: z
        .boolean()
        .default(false)
        .describe("Lets FileMaker Server store the password and open the files automatically from now on."),
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
    description: `Users in a file see the message and have FileMaker Server's grace period to close it; with \`force\` there is no grace period. ${waitDescription}`,
    access: "admin",
    input: z.object({
      files: Files,
      message: ClientMessage.default("").describe("Message for the users in the files."),
      force: z.boolean().default(false).describe("Disconnects users immediately."),
    }),
    output: StateChange,
    status: acceptedStatus,
    changes: eachFile,
    errors: stateErrors,
    example: {
      input: {
        files: ["Private.fmp12"],
        message: "The price list is being updated. Back in five minutes.",
        force: true,
      },
      output: changedExample("Private.fmp12", "closed", "It is closed."),
    },
  },
  pauseFiles: {
    method: "POST",
    path: "/svc/api/fm-file/pause",
    summary: "Pause open files",
    description: `Clients of a paused file wait, and the file on disk doesn't change. ${waitDescription}`,
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
    summary: "Resume paused files",
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
    summary: "List connected clients",
    access: "admin",
    input: z.object({ filename: DatabaseName.optional().describe("Returns only clients that have this file open.") }),
    output: z.object({ clients: z.array(Client).describe("All clients, sorted by ID.") }),
    errors: adminApiErrors,
    example: { input: { filename: "Orders.fmp12" }, output: { clients: [clientExample] } },
  },
  disconnectClient: {
    method: "POST",
    path: "/svc/api/clients/{id}/disconnect",
    summary: "Disconnect a client",
    description: "The user sees the message and has a grace period. API sessions end immediately.",
    access: "admin",
    input: z.object({
      id: clientId,
      message: ClientMessage.default("").describe("Message for the user."),
      graceSeconds: z.int().min(0).max(3600).default(90).describe("Grace period in seconds. Default: 90."),
    }),
    output: z.object({ ok: z.boolean().describe("True if FileMaker Server accepted the request.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...adminApiErrors, "client_not_found"],
    example: { input: { id: "1", message: "We're closing for today.", graceSeconds: 60 }, output: { ok: true } },
  },
  messageClient: {
    method: "POST",
    path: "/svc/api/clients/{id}/message",
    summary: "Send a message to a client",
    access: "admin",
    input: z.object({ id: clientId, message: ClientMessage.min(1).describe("Message for the user.") }),
    output: z.object({ ok: z.boolean().describe("True if FileMaker Server accepted the request.") }),
    changes: ({ id }: { readonly id: string }) => `client:${id}`,
    errors: [...adminApiErrors, "client_not_found", "client_not_reachable"],
    example: { input: { id: "1", message: "Lunch is ready." }, output: { ok: true } },
  },
  ...fileOperations,
  ...uploads,
});
