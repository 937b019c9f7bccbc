import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import { isUsable } from "#shared/keys/limits/key-guard.ts";
import { adminKeyCaller } from "#shared/keys/lookups/admin-key-caller.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { type AdminAccounts, adminAccounts } from "#shared/sessions/admin-accounts.ts";
import { administrators } from "#shared/sessions/administrators.ts";
import { cliSignInStore } from "#shared/sessions/cli-sign-in/cli-sign-in-store.ts";
import { cliSignIns } from "#shared/sessions/cli-sign-in/cli-sign-ins.ts";
import { loginLimiter as limiterOf } from "#shared/sessions/login-limiter/login-limiter.ts";
import { type AccountRoles, accountRoles } from "#shared/sessions/people/account-roles.ts";
import { peopleService } from "#shared/sessions/people/service.ts";
import { rememberedAccounts } from "#shared/sessions/remembered-accounts.ts";
import { sessionService } from "#shared/sessions/service.ts";
import { userSessionStore } from "#shared/sessions/store.ts";
import { userSessions as sessionsOf } from "#shared/sessions/user-sessions.ts";
import { type FileMakerPlatform, fileMakerAdmin } from "../filemaker/wiring.ts";
import { type KeyCachePlatform, keyRecords, keyUses } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { signInCodes } from "./code-wiring.ts";
import { peopleRecords, roleOfPerson } from "./people-wiring.ts";

export type SessionsPlatform = FileMakerPlatform & Pick<Platform, "sessionLimits">;

/** The sessions resource: signed-in users. */
export const sessions = memoized((platform: SessionsPlatform) => {
  const { table, vault, clock, ids, sessionLimits: limits } = platform;
  const accounts = rolesOf(consoleAccounts(platform), platform);
  const shared = { userSessions: userSessions(platform), accounts, limits };
  const cliSignIn = { ...shared, store: cliSignInStore(table), vault, clock, ids };
  return {
    ...sessionService({
      ...shared,
      store: userSessionStore(table),
      cliSignIns: cliSignIns(cliSignIn),
      keyAccount: keyAccount(platform),
      takeCode: (code) => signInCodes(platform).use(code),
    }),
    ...peopleService({ store: peopleRecords(platform), clock }),
  };
});

function rolesOf(accounts: AdminAccounts, platform: Pick<Platform, "table">): AccountRoles {
  return accountRoles({ accounts, roleOfPerson: roleOfPerson(platform) });
}

/** Returns the account stored with an Admin API key, by the key's value. */
function keyAccount(platform: SessionsPlatform) {
  const { vault, clock } = platform;
  const store = keyRecords(platform);
  const callerOf = adminKeyCaller({ store, vault, clock, lastUse: keyUses(platform) });
  return async (value: string, client: Client) => {
    const caller = await callerOf(value, client);
    if (caller === undefined) return undefined;
    const account = await storedAccounts({ store, vault }).ofCaller({ caller });
    return account !== undefined && "user" in account ? { ...account, adminKeyId: caller.keyId } : undefined;
  };
}

/** Resolves the caller of a management call. */
export const callers = memoized((platform: SessionsPlatform) => {
  const { vault, clock } = platform;
  const ofKey = adminKeyCaller({ store: keyRecords(platform), vault, clock, lastUse: keyUses(platform) });
  const accounts = rolesOf(knownAccounts(platform), platform);
  return administrators({ adminKeyCaller: ofKey, accounts, userSessions: userSessions(platform) });
});

/** Returns the account or token for calls to FileMaker Server on behalf of a caller. */
export const administratorOf = memoized((platform: KeyCachePlatform) => {
  const { vault } = platform;
  return async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
    const credential = await storedAccounts({ store: keyRecords(platform), vault }).ofCaller(call);
    if (credential !== undefined) return credential;
    // Without a session, it is a key whose record was deleted after the check.
    throw new ServiceError(call.caller.kind === "session" ? "account_missing" : "unauthenticated");
  };
});

/** Like `administratorOf`; for a caller who proved a file account, the account of a stored Admin API key. */
export const accountOfHost = memoized((platform: KeyCachePlatform) => {
  const { vault } = platform;
  const ofCaller = administratorOf(platform);
  return async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
    if (call.caller.kind !== "file-account") return ofCaller(call);
    const stored = await storedAccounts({ store: keyRecords(platform), vault }).ofAnyAdminKey();
    if (stored === undefined) throw new ServiceError("account_needed");
    return stored;
  };
});

/** Signed-in users. */
export const userSessions = memoized((platform: SessionsPlatform) => {
  const { table, vault, clock, ids, sessionLimits: limits } = platform;
  const store = userSessionStore(table);
  const roleOfKey = async (id: number) => {
    const stored = await keyRecords(platform).byId("admin", id);
    return stored !== undefined && isUsable(stored.record, clock.now()) ? stored.record.role : undefined;
  };
  const rights = { roleOfKey, roleOfPerson: roleOfPerson(platform) };
  return sessionsOf({ store, accounts: consoleAccounts(platform), vault, clock, ids, limits, ...rights });
});

type LoginLimiterPlatform = Pick<Platform, "table" | "vault" | "clock" | "hasOneCallAtATime" | "knownNetworks">;

/** Counts refused credentials. */
export const loginLimiter = memoized(
  ({ table, vault, clock, hasOneCallAtATime, knownNetworks }: LoginLimiterPlatform) =>
    // If processes handle one call at a time, there are always others.
    limiterOf({ table, vault, clock, hasOthers: hasOneCallAtATime, isKnownNetwork: networkRule(knownNetworks) }),
);

/** Admin Console accounts, as checked by FileMaker Server. */
export const consoleAccounts = memoized((platform: FileMakerPlatform) =>
  adminAccounts({ adminApi: fileMakerAdmin(platform), attempts: loginLimiter(platform) }),
);

/** Like `consoleAccounts`, cached for a minute. */
export const knownAccounts = memoized((platform: FileMakerPlatform) => {
  const { clock, ids } = platform;
  return rememberedAccounts({ accounts: consoleAccounts(platform), clock, ids });
});
