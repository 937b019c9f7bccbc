import type { AdminKeyCaller } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { parsedKeyHint } from "#shared/contract/values/api-key.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { LastUse } from "../cache/last-use.ts";
import { keyGuard } from "../limits/key-guard.ts";
import { keyName } from "../log-name.ts";
import { secretKind } from "../secret.ts";
import type { KeyStore } from "../store.ts";

interface AdminKeyCallerDependencies {
  readonly store: KeyStore;
  readonly vault: Vault;
  readonly lastUse: LastUse;
  readonly clock: Pick<Clock, "now">;
}

/** Finds the Admin API key with a value and records its use. Reads the store on every call, because management calls are rare. */
export function adminKeyCaller({ store, vault, lastUse, clock }: AdminKeyCallerDependencies) {
  /** @throws ServiceError key_hint_sent, key_disabled, key_ended, key_network_refused */
  return async (value: string, client: Client): Promise<AdminKeyCaller | undefined> => {
    if (parsedKeyHint(value) !== undefined) throw new ServiceError("key_hint_sent");
    if (secretKind(value) !== "admin") return undefined;
    const stored = await store.bySecret("admin", await vault.fingerprints("key", value));
    if (stored === undefined) return undefined;
    const { record } = stored;
    keyGuard(record)?.checkCaller(client.address, clock.now());
    lastUse.note("admin", record.id, record.lastUsed);
    return { kind: "admin-key", keyId: record.id, name: keyName("admin", record), role: record.role };
  };
}
