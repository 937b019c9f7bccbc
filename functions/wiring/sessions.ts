import type { Client } from "#shared/contract/rate-limit.ts";
import { adminKeyCaller } from "#shared/keys/lookups/admin-key-caller.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keyStore } from "#shared/keys/store.ts";
import { cliSignInStore } from "#shared/sessions/cli-sign-in/cli-sign-in-store.ts";
import { cliSignIns } from "#shared/sessions/cli-sign-in/cli-sign-ins.ts";
import { sessionService } from "#shared/sessions/service.ts";
import { userSessionStore } from "#shared/sessions/store.ts";
import { memoized } from "../memoized.ts";
import { keyUses } from "./calls.ts";
import { consoleAccounts, rolesOf, type SessionsPlatform, signInCodes, userSessions } from "./filemaker.ts";

/** Signing in, and sessions of users. */
export const sessionsOfUsers = memoized((platform: SessionsPlatform) => {
  const { table, vault, clock, ids, sessionLimits: limits } = platform;
  const accounts = rolesOf(consoleAccounts(platform), platform);
  const shared = { userSessions: userSessions(platform), accounts, limits };
  const cliSignIn = { ...shared, store: cliSignInStore(table), vault, clock, ids };
  return sessionService({
    ...shared,
    clock,
    store: userSessionStore(table),
    cliSignIns: cliSignIns(cliSignIn),
    keyAccount: keyAccount(platform),
    takeCode: (code) => signInCodes(platform).use(code),
  });
});

/** Returns the account stored with an Admin API key, by the key's value. */
function keyAccount(platform: SessionsPlatform) {
  const { vault, clock } = platform;
  const store = keyStore(platform.table);
  const callerOf = adminKeyCaller({ store, vault, clock, lastUse: keyUses(platform) });
  return async (value: string, client: Client) => {
    const caller = await callerOf(value, client);
    if (caller === undefined) return undefined;
    const account = await storedAccounts({ store, vault }).ofCaller({ caller });
    return account !== undefined && "user" in account ? { ...account, adminKeyId: caller.keyId } : undefined;
  };
}
