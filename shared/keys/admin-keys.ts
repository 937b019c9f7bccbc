import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import { ConditionFailed } from "../ports/table.ts";
import type { Vault } from "../ports/vault.ts";
import { secretKind } from "./secret.ts";
import type { KeyStore } from "./store.ts";

const writeUseMs = 60_000;

interface AdminKeysDependencies {
  readonly store: KeyStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly background: Background;
}

/** Finds the id of the Admin API Key with a value and notes its use. Management calls are few: the store is asked each time. */
export function adminKeys({ store, vault, clock, background }: AdminKeysDependencies) {
  return async (value: string): Promise<number | undefined> => {
    if (secretKind(value) !== "admin") return undefined;
    const stored = await store.bySecret("admin", await vault.fingerprints("key", value));
    if (stored === undefined) return undefined;
    const { id, lastUsed } = stored.record;
    if (clock.now() - (lastUsed ?? 0) >= writeUseMs) {
      const touch = store.touch("admin", id, clock.now()).catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Deleted in the meantime.
      });
      background.run("last use of a key", touch);
    }
    return id;
  };
}
