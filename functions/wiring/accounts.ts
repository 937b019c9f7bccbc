import type { AdminCredential, Call } from "../../shared/contract/call.ts";
import { ServiceError } from "../../shared/contract/errors.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { adminKeyId } from "../../shared/keys/admin-key-id.ts";
import { storedAccounts } from "../../shared/keys/stored-accounts.ts";
import { adminAccounts } from "../../shared/sessions/admin-accounts.ts";
import { administrators } from "../../shared/sessions/administrators.ts";
import { attempts } from "../../shared/sessions/attempts.ts";
import type { sessions as sessionsContract } from "../../shared/sessions/contract.ts";
import { handOverStore } from "../../shared/sessions/hand-over-store.ts";
import { handOvers } from "../../shared/sessions/hand-overs.ts";
import { personSessions } from "../../shared/sessions/person-sessions.ts";
import { rememberedAccounts } from "../../shared/sessions/remembered-accounts.ts";
import { sessionService } from "../../shared/sessions/service.ts";
import { personSessionStore } from "../../shared/sessions/store.ts";
import { fileMakerAdmin } from "./filemaker.ts";
import { once } from "./foundation.ts";
import { keyUses, store } from "./keyrings.ts";

/** Who makes a management call. */
export function callers() {
  return once("callers", ({ vault }) => {
    const keyId = adminKeyId({ store: store(), vault, lastUse: keyUses() });
    return administrators({ adminKeyId: keyId, accounts: knownAccounts(), people: people() });
  });
}

/** The sessions resource: people who sign in. */
export function signIns(): ServiceOf<typeof sessionsContract> {
  return once("sign-ins", ({ table, vault, clock, ids, sessionLimits: limits }) => {
    const accounts = consoleAccounts();
    const handOver = { store: handOverStore(table), people: people(), accounts, vault, clock, ids, limits };
    return sessionService({
      store: personSessionStore(table),
      people: people(),
      accounts,
      handOvers: handOvers(handOver),
      limits,
    });
  });
}

/** The account or token that FileMaker Server is asked with for a caller. */
export function administratorOf() {
  return once(
    "administrator of callers",
    ({ vault }) =>
      async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
        const credential = await storedAccounts({ store: store(), vault }).ofCaller(call);
        // A key whose record vanished between the check and here.
        if (credential === undefined) throw new ServiceError("unauthenticated");
        return credential;
      },
  );
}

/** The same; for whoever has proved a file's account, the account of a stored Admin API Key. */
export function accountOfHost() {
  return once("account of the host", ({ vault }) => {
    const ofCaller = administratorOf();
    return async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
      if (call.caller.kind !== "file-account") return ofCaller(call);
      const stored = await storedAccounts({ store: store(), vault }).ofAnyAdminKey();
      if (stored === undefined) throw new ServiceError("account_needed");
      return stored;
    };
  });
}

/** People who are signed in. */
export function people() {
  return once("people", ({ table, vault, clock, ids, sessionLimits: limits }) =>
    personSessions({ store: personSessionStore(table), accounts: consoleAccounts(), vault, clock, ids, limits }),
  );
}

/** Refused credentials, counted. */
export function failedAttempts() {
  return once("attempts", ({ table, vault, clock }) => attempts({ table, vault, clock }));
}

/** Accounts of the Admin Console, as FileMaker Server takes them. */
export function consoleAccounts() {
  return once("console accounts", () => adminAccounts({ adminApi: fileMakerAdmin(), attempts: failedAttempts() }));
}

/** The same, remembered for a minute. */
export function knownAccounts() {
  return once("known accounts", ({ clock, ids }) => rememberedAccounts({ accounts: consoleAccounts(), clock, ids }));
}
