import { createHmac } from "node:crypto";
import type { AdminCredential, Caller } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { AdminApi } from "../filemaker/admin-api.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Vault } from "../ports/vault.ts";
import type { Attempts } from "./attempts.ts";

const rememberedMs = 60_000;
const mostRemembered = 10_000;

/** A credential as a management call carries it. */
export type ManagementCredential =
  | { readonly kind: "admin-key"; readonly value: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string }
  | { readonly kind: "token"; readonly token: string };

/** Finds out who makes a management call. */
export interface Administrators {
  /** @throws ServiceError unauthenticated, too_many_attempts, or upstream errors when FileMaker Server cannot be asked */
  identify(credential: ManagementCredential, address: string): Promise<Caller>;
}

interface AdministratorsDependencies {
  /** The id of the Admin API Key with this value. */
  readonly adminKeyId: (value: string) => Promise<number | undefined>;
  readonly adminApi: AdminApi;
  readonly attempts: Attempts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An account or token that FileMaker Server accepted is remembered for a minute, by an HMAC that only this process can make. */
export function administrators(dependencies: AdministratorsDependencies): Administrators {
  const { adminKeyId, adminApi, attempts, vault, clock, ids } = dependencies;
  const memoryKey = ids.bytes(32);
  const accepted = new Map<string, number>();
  const asking = new Map<string, Promise<boolean>>();

  const ask = async (credential: AdminCredential, address: string): Promise<boolean> => {
    // A guessed token is counted as itself: guesses must not lock out those who have a good one.
    const account = "token" in credential ? `token ${credential.token}` : `user ${credential.user.toLowerCase()}`;
    const who = { address, account: (await vault.fingerprints("account admin", account))[0] };
    return attempts.guard(who, async () => (await adminApi.verify(credential)) === "accepted");
  };

  /** Checks a credential once, however many calls bring it at the same time. */
  const check = async (credential: AdminCredential, address: string): Promise<boolean> => {
    const name = createHmac("sha256", memoryKey).update(JSON.stringify(credential)).digest("base64");
    if ((accepted.get(name) ?? 0) > clock.now()) return true;
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const answer = ask(credential, address);
    asking.set(name, answer);
    try {
      if (!(await answer)) return false;
      accepted.delete(name);
      accepted.set(name, clock.now() + rememberedMs);
      if (accepted.size > mostRemembered) accepted.delete(accepted.keys().next().value as string);
      return true;
    } finally {
      asking.delete(name);
    }
  };

  return {
    async identify(credential, address) {
      if (credential.kind === "admin-key") {
        const keyId = await adminKeyId(credential.value);
        if (keyId === undefined) throw new ServiceError("unauthenticated");
        return { kind: "admin-key", keyId };
      }
      const account =
        credential.kind === "token" ? { token: credential.token } : { user: credential.user, pass: credential.pass };
      if (!(await check(account, address))) throw new ServiceError("unauthenticated");
      if (credential.kind === "token") return { kind: "admin-token", credential: account };
      return { kind: "admin-account", user: credential.user, credential: account };
    },
  };
}
