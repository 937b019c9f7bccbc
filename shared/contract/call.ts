import type { Client } from "./rate-limit.ts";
import { mayDo, type Role } from "./roles.ts";
import type { KeyName } from "./values/key-name.ts";

/** An account of the Admin Console, or a token that its Admin API gave. */
export type AdminCredential = { readonly user: string; readonly pass: string } | { readonly token: string };

/** Who makes a management call, after the edge has checked it. */
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
      /** Undefined where a one-time code from the host has opened it. */
      readonly credential: AdminCredential | undefined;
      /** The Admin API Key that it was opened with. */
      readonly adminKeyId: number | undefined;
    });

/** A person. */
interface AccountCaller {
  readonly user: string;
  readonly role: Role;
  /** Whether FileMaker Server limits the account to a part of its tasks: what Latchkey asks there, it asks with a stored key's account. */
  readonly isLimited: boolean;
}

/** A program that calls with a key. */
export interface KeyCaller<Kind extends "admin-key" | "data-key"> {
  readonly kind: Kind;
  readonly keyId: number;
  readonly name: KeyName;
}

/** A program that calls with an Admin API Key. */
export interface AdminKeyCaller extends KeyCaller<"admin-key"> {
  readonly role: Role;
}

/** What a caller may do; undefined for one who manages nothing. */
export function roleOf(caller: Caller): Role | undefined {
  if ("role" in caller) return caller.role;
  // FileMaker Server does not say whose a token is: only those of full administrators are accepted.
  return caller.kind === "admin-token" ? "administrator" : undefined;
}

/** A Data API key as a caller names it for an operation that uses its account. */
export interface NamedKey {
  /** Its value, its id or its hint. */
  readonly key: string | number;
  /** The hosted file that it is to open. */
  readonly filename: string;
  readonly caller: Caller;
}

/** Whether a caller may do what needs a role. */
export function callerMay(caller: Caller, needed: Role): boolean {
  const role = roleOf(caller);
  return role !== undefined && mayDo(role, needed);
}

/** What a use-case knows of the call it serves. */
export interface Call {
  readonly requestId: string;
  /** The client that calls, for checks of credentials that the call brings. */
  readonly client: Client;
  readonly caller: Caller;
  /** What the client calls itself. */
  readonly userAgent?: string;
  /** Whether a program on the service's own machine has sent it, through no proxy. */
  readonly isFromThisMachine?: boolean;
  /** Whether it would rather not wait for the end of what it starts: `Prefer: respond-async` (RFC 7240). */
  readonly prefersAsync?: boolean;
  /** The browser that may be behind the call. */
  readonly browser?: Browser;
  /** Names a caller who was identified without being asked to be. The log and the audit trail show that name then. */
  readonly setCaller?: (caller: Caller) => void;
}

/** A browser keeps its session in a cookie that no script reads. */
export interface Browser {
  /** The value of the session that it brought, whether or not that is still good. */
  readonly session: string | undefined;
  /** Whether a page of our own has sent the call, as far as the browser says (S2). */
  readonly sender: "own" | "foreign" | "unsaid";
  /** Lets it keep this session from now on. */
  keep(session: string): void;
  /** Takes its session away. */
  forget(): void;
}
