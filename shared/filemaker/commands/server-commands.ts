import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { type Answer, unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";
import { type CommandOutcome, commandOutcome } from "./command-outcome.ts";

/** Hosted file in the Admin API. */
export interface DatabaseRow {
  /** Valid for one run of the server. */
  readonly id: string;
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** Such as `filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/`. */
  readonly folder: string;
  /** NORMAL, PAUSED, CLOSED, or temporarily another one, such as OPENING. */
  readonly status: string;
  readonly sizeBytes: number;
  readonly clients: number;
  readonly isEncrypted: boolean;
  readonly hasSavedKey: boolean;
  readonly keyHint: string;
  readonly extendedPrivileges: readonly string[];
}

/** Connected client in the Admin API. */
export interface ClientRow {
  readonly id: string;
  readonly userName: string;
  readonly computerName: string;
  readonly address: string;
  /** FMPRO, FMGO, FMWEBDIRECT, FMDAPI, FMSE and others. */
  readonly kind: string;
  readonly appVersion: string;
  readonly operatingSystem: string;
  readonly extendedPrivilege: string;
  /** ISO 8601. Empty if the server doesn't report it. */
  readonly connectedAt: string;
  readonly files: readonly { readonly filename: string; readonly account: string; readonly privilegeSet: string }[];
}

/** Change of a file, in the Admin API's terms, which differ from those of the resulting states. */
export type DatabaseChange =
  | { readonly status: "OPENED"; readonly key: string; readonly saveKey: boolean }
  | { readonly status: "CLOSED"; readonly messageText: string; readonly force: boolean }
  | { readonly status: "PAUSED" | "RESUMED" };

/** File and client commands of the Admin API, with an account or a token. Each call throws ServiceError if FileMaker Server returns no result. */
export interface ServerCommands {
  databases(credential: AdminCredential): Promise<readonly DatabaseRow[]>;
  /** Requests a change. Accepted means started: the state changes later. */
  change(credential: AdminCredential, id: string, change: DatabaseChange): Promise<CommandOutcome>;
  clients(credential: AdminCredential): Promise<readonly ClientRow[]>;
  disconnect(
    credential: AdminCredential,
    id: string,
    options: { readonly messageText: string; readonly graceSeconds: number },
  ): Promise<CommandOutcome>;
  message(credential: AdminCredential, id: string, messageText: string): Promise<CommandOutcome>;
}

export function serverCommands(call: AdminCalls): ServerCommands {
  const command = commandOutcome(call);

  return {
    async databases(credential) {
      return rowsOf(await call(credential, { method: "GET", path: "/databases" }), "databases", DatabaseAnswer);
    },

    change: (credential, id, change) =>
      command(credential, { method: "PATCH", path: `/databases/${encodeURIComponent(id)}`, body: { ...change } }),

    async clients(credential) {
      return rowsOf(await call(credential, { method: "GET", path: "/clients" }), "clients", ClientAnswer);
    },

    disconnect(credential, id, { messageText, graceSeconds }) {
      const query = new URLSearchParams({ messageText, graceTime: String(graceSeconds) });
      // The server's own clients encode a space as %20.
      const path = `/clients/${encodeURIComponent(id)}?${query.toString().replaceAll("+", "%20")}`;
      return command(credential, { method: "DELETE", path });
    },

    message: (credential, id, messageText) =>
      command(credential, {
        method: "POST",
        path: `/clients/${encodeURIComponent(id)}/message`,
        body: { messageText },
      }),
  };
}

function rowsOf<T>(answer: Answer, name: "databases" | "clients", schema: z.ZodType<T>): readonly T[] {
  if (answer.code !== "0") throw unexpectedAnswer(`Admin API list of ${name}`, answer);
  const rows = z.array(schema).safeParse(answer.response[name]);
  if (!rows.success) throw unexpectedAnswer(`Admin API list of ${name} with an unexpected format`, answer);
  return rows.data;
}

/** Fields that a release omits, or sends in an unknown format, must not hide the others. */
const TextOrEmpty = z.coerce.string().catch("");
const Names = z.array(z.string()).catch([]);
const Flag = z.boolean().catch(false);
const Count = z.coerce.number().int().min(0).catch(0);

const DatabaseAnswer = z
  .object({
    id: z.coerce.string(),
    filename: z.string(),
    folder: z.string().catch(""),
    status: TextOrEmpty,
    size: Count,
    clients: Count,
    isEncrypted: Flag,
    hasSavedDecryptKey: Flag,
    decryptHint: z.string().catch(""),
    enabledExtPrivileges: Names,
  })
  .transform(({ size, hasSavedDecryptKey, decryptHint, enabledExtPrivileges, ...row }) => ({
    ...row,
    sizeBytes: size,
    hasSavedKey: hasSavedDecryptKey,
    keyHint: decryptHint,
    extendedPrivileges: enabledExtPrivileges,
  }));

const GuestFile = z
  .object({ filename: z.string(), accountName: z.string().catch(""), privsetName: z.string().catch("") })
  .transform(({ filename, accountName, privsetName }) => ({
    filename,
    account: accountName,
    privilegeSet: privsetName,
  }));

const ClientAnswer = z
  .object({
    id: z.coerce.string(),
    userName: z.string().catch(""),
    computerName: z.string().catch(""),
    ipaddress: z.string().catch(""),
    appType: z.string().catch(""),
    appVersion: z.string().catch(""),
    operatingSystem: z.string().catch(""),
    extpriv: z.string().catch(""),
    connectTime: z.string().catch(""),
    guestFiles: z.array(GuestFile).catch([]),
  })
  .transform(({ ipaddress, appType, extpriv, connectTime, guestFiles, ...row }) => ({
    ...row,
    address: ipaddress,
    kind: appType,
    extendedPrivilege: extpriv,
    connectedAt: connectTime,
    files: guestFiles,
  }));
