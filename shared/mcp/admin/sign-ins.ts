import { type Caller, roleOf } from "#shared/contract/call.ts";
import { type ErrorName, errors, ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import { type ApiCalls, ApiRefused } from "./api-routes.ts";
import { Toolset, toolsetTexts } from "./contract.ts";
import type { StoredSettings } from "./store.ts";

/** Reason of a challenge, for clients that sign people in. */
export type ChallengeReason = "missing" | "invalid" | "insufficient";

/** Access that a person granted to a client, with the account that signed in. */
interface GrantedAccess {
  readonly account: string;
  readonly password: string;
  /** Scopes of the token. `fm:read` alone: only tools that change nothing. */
  readonly scopes: readonly string[];
  readonly administration: { readonly role: Role; readonly toolGroups: readonly string[] } | undefined;
  /** Ends the grant, because FileMaker Server or Latchkey no longer accepts its account. */
  readonly end: () => Promise<void>;
}

/** Person who signed in, as a client's calls act for them. */
export interface SignedIn {
  readonly caller: Caller;
  /** Lower one of the account's role and the role that the person chose for the client. */
  readonly role: Role;
  readonly toolsets: readonly Toolset[];
  readonly readsOnly: boolean;
  /** Value of the Authorization header for the management API. */
  readonly authorization: string;
  readonly end: () => Promise<void>;
}

/** Sign-ins with an Admin Console account. */
export interface AdminSignIns {
  /** Returns the person for whom a client got a token; undefined if the token or its account is no longer accepted. */
  find(token: string, client: Client): Promise<SignedIn | undefined>;
  /** Returns the value of WWW-Authenticate, for a call under a prefix. */
  challenge(settings: StoredSettings, reason: ChallengeReason, prefix: string): string;
  /** Ends all sign-ins, for all clients. */
  endAll(): Promise<unknown>;
}

/** Endpoint for administrators, for the authorization server. Undefined if the settings allow no sign-in. */
export function adminSignIn({ isActive, oauthEnabled, toolsets, readOnly }: StoredSettings) {
  if (!(isActive && oauthEnabled)) return undefined;
  const scopes: readonly ("fm:read" | "fm:write")[] = readOnly ? ["fm:read"] : ["fm:read", "fm:write"];
  return {
    name: "FileMaker Server administration",
    toolGroups: toolsets.map((name) => ({ name, text: toolsetTexts[name] })),
    scopes,
  };
}

interface AdminSignInsDependencies {
  readonly accessOf: (token: string) => Promise<GrantedAccess | undefined>;
  /**
   * Identifies the account as the management API does.
   * @throws ServiceError unauthenticated, administrator_limited, too_many_attempts, or upstream errors
   */
  readonly identify: (account: { readonly user: string; readonly pass: string }, client: Client) => Promise<Caller>;
  readonly challenge: AdminSignIns["challenge"];
  readonly endAll: AdminSignIns["endAll"];
}

/** Errors after which an account can't be used anymore. */
const lostAccess: ReadonlySet<ErrorName> = new Set<ErrorName>(["unauthenticated", "administrator_limited"]);

export function adminSignIns({ accessOf, identify, challenge, endAll }: AdminSignInsDependencies): AdminSignIns {
  return {
    challenge,
    endAll,

    async find(token, client) {
      const access = await accessOf(token);
      if (access?.administration === undefined) return undefined;
      const { account: user, password: pass, scopes, administration, end } = access;
      const caller = await identify({ user, pass }, client).catch(async (thrown: unknown) => {
        if (!(thrown instanceof ServiceError && lostAccess.has(thrown.error))) throw thrown;
        await end();
        return undefined;
      });
      const role = caller && roleOf(caller);
      if (caller === undefined || role === undefined) return undefined;
      return {
        ...{ caller, end },
        role: mayDo(role, administration.role) ? administration.role : role,
        toolsets: Toolset.options.filter((name) => administration.toolGroups.includes(name)),
        readsOnly: !scopes.includes("fm:write"),
        authorization: `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`,
      };
    },
  };
}

/**
 * Returns the management API for a person who signed in: with the role that the person chose at most, as if the account had no higher one.
 * `lost` is called if the API no longer accepts the account.
 */
export function boundedApi(api: ApiCalls, role: Role, lost: () => Promise<never>): ApiCalls {
  return {
    async call(route, input) {
      if (!mayDo(role, route.role)) {
        const { status, code, sentence } = errors.role_too_low;
        throw new ApiRefused(status, code, `${sentence}: it needs the role ${route.role}, and this client has ${role}`);
      }
      return api.call(route, input).catch(async (thrown: unknown) => {
        if (thrown instanceof ApiRefused && thrown.code === errors.unauthenticated.code) await lost();
        throw thrown;
      });
    },
  };
}
