import type { Client } from "./rate-limit.ts";
import { mayDo, type Role } from "./roles.ts";
import type { KeyName } from "./values/key-name.ts";

/** Admin Console account, or token from its Admin API. */
export type AdminCredential = { readonly user: string; readonly pass: string } | { readonly token: string };

/** Caller of a management call, verified by the edge. */
export type Caller =
  | { readonly kind: "anyone" }
  | AdminKeyCaller
  | KeyCaller<"data-key">
  | { readonly kind: "file-account"; readonly user: string }
  | { readonly kind: "agent"; readonly agentId: string }
  | (AccountCaller & { readonly kind: "admin-account"; readonly credential: AdminCredential })
  | { readonly kind: "admin-token"; readonly credential: AdminCredential }
  | (AccountCaller & {
      readonly kind: "session";
      readonly sessionId: string;
      /** Undefined if the session was opened with a one-time code from the host. */
      readonly credential: AdminCredential | undefined;
      /** Admin API key that opened the session. */
      readonly adminKeyId: number | undefined;
    });

interface AccountCaller {
  readonly user: string;
  readonly role: Role;
  /** True if an administrator role limits the account at FileMaker Server. Latchkey then uses a stored key's account there. */
  readonly isLimited: boolean;
}

/** Program that calls with a key. */
export interface KeyCaller<Kind extends "admin-key" | "data-key"> {
  readonly kind: Kind;
  readonly keyId: number;
  readonly name: KeyName;
}

/** Program that calls with an Admin API key. */
export interface AdminKeyCaller extends KeyCaller<"admin-key"> {
  readonly role: Role;
}

/** Returns the caller's role. Undefined for callers that manage nothing. */
export function roleOf(caller: Caller): Role | undefined {
  if ("role" in caller) return caller.role;
  // FileMaker Server doesn't tell whose token it is: only tokens of full administrators are accepted.
  return caller.kind === "admin-token" ? "administrator" : undefined;
}

/** Data API key that a caller names for an operation, which then uses its account. */
export interface NamedKey {
  /** Its value, id or hint. */
  readonly key: string | number;
  /** Hosted file to open with it. */
  readonly filename: string;
  readonly caller: Caller;
}

/** True if the caller has the needed role or a higher one. */
export function callerMay(caller: Caller, needed: Role): boolean {
  const role = roleOf(caller);
  return role !== undefined && mayDo(role, needed);
}

/** Facts about a call for its use case. */
export interface Call {
  readonly requestId: string;
  /** Client of the call, for checks of the credentials in it. */
  readonly client: Client;
  readonly caller: Caller;
  /** Value of the client's User-Agent header. */
  readonly userAgent?: string;
  /** True if a program on the service's own machine sent it, not through a proxy. */
  readonly isFromThisMachine?: boolean;
  /** Value of the header X-Program-Secret, by which a command-line program that signs in is recognized. Empty if there is none. */
  readonly programSecret?: string;
  /** True if the caller doesn't want to wait for work that the call starts: `Prefer: respond-async` (RFC 7240). */
  readonly prefersAsync?: boolean;
  /** Service prefix of the path that was called, for addresses in the response. Undefined for a path without one. */
  readonly prefix?: string;
  /** Browser that sent the call, if any. */
  readonly browser?: Browser;
  /** Sets the caller after an optional identification, for the log and the audit trail. */
  readonly setCaller?: (caller: Caller) => void;
}

/** Returns the account or token for FileMaker Server that a caller uses. @throws ServiceError unauthenticated */
export type AdministratorOf = (call: Call) => Promise<AdminCredential>;

/** Browser, which keeps its session in a cookie that scripts can't read. */
export interface Browser {
  /** Session in its cookie, valid or not. */
  readonly session: string | undefined;
  /** Origin of the page that sent the call, if the browser reports it. */
  readonly sender: "own" | "foreign" | "unsaid";
  /** Stores a session in its cookie. */
  keep(session: string): void;
  /** Deletes its session cookie. */
  forget(): void;
}
