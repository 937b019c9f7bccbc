import { createHmac } from "node:crypto";
import type { AdminCredential, Caller } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { AdminAccounts } from "./admin-accounts.ts";

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
  readonly accounts: AdminAccounts;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An account or token that FileMaker Server accepted is remembered for a minute, by an HMAC that only this process can make. */
export function administrators({ adminKeyId, accounts, clock, ids }: AdministratorsDependencies): Administrators {
  const memoryKey = ids.bytes(32);
  const accepted = new Map<string, number>();
  const asking = new Map<string, Promise<boolean>>();

  /** Checks a credential once, however many calls bring it at the same time. */
  const check = async (credential: AdminCredential, address: string): Promise<boolean> => {
    const name = createHmac("sha256", memoryKey).update(JSON.stringify(credential)).digest("base64");
    const age = clock.now() - (accepted.get(name) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back must not make a minute longer.
    if (age >= 0 && age < rememberedMs) return true;
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const answer = accounts.accepts(credential, address);
    asking.set(name, answer);
    try {
      if (!(await answer)) return false;
      accepted.delete(name);
      accepted.set(name, clock.now());
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
