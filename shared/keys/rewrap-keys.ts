import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { type Vault, VaultRefused } from "#shared/ports/vault.ts";
import type { RewrapPart } from "#shared/rewrap/api.ts";
import type { KeyCache } from "./cache/key-cache.ts";
import { credentialIds } from "./credential-id.ts";
import { hasOwnCredentialId, type KeyRecords } from "./record.ts";
import { type KeyStore, passContext } from "./store.ts";
import type { EndUnusedSessions } from "./unused-sessions.ts";

const rowsPerPage = 200;

interface RewrapKeysDependencies<K extends KeyKind> {
  readonly kind: K;
  readonly store: KeyStore;
  readonly keyCache: Pick<KeyCache, "forget">;
  readonly vault: Vault;
  readonly endUnusedSessions: EndUnusedSessions;
}

/** Re-encrypts the password of every key of a kind, and renews the id of its account, whose secret changes too. */
export function rewrapKeys<K extends KeyKind>(dependencies: RewrapKeysDependencies<K>): RewrapPart {
  const { kind, store, keyCache, vault, endUnusedSessions } = dependencies;

  const isCurrent = (record: KeyRecords[K]) => vault.isCurrent(record.sealedPass) && !hasOwnCredentialId(kind, record);

  const sealedAgain = async (record: KeyRecords[K]): Promise<KeyRecords[K]> => {
    const context = passContext(kind, record.id);
    const pass = await vault.open(record.sealedPass, context);
    const sealedPass = await vault.seal(pass, context);
    const [credentialId] = await credentialIds(vault, kind, { user: record.user, pass });
    return { ...record, sealedPass, credentialId };
  };

  /** Re-encrypts one key. After a concurrent change or use, the latest record is re-encrypted. */
  const rewrapOne = async (id: number): Promise<boolean> => {
    return retryOnConflict(async () => {
      const stored = await store.byId(kind, id);
      if (stored === undefined || isCurrent(stored.record)) return false;
      const next = await sealedAgain(stored.record);
      await store.replace(kind, next, stored.version);
      keyCache.forget();
      endUnusedSessions(stored.record.credentialId);
      return true;
    });
  };

  return async (signal, checked) => {
    let rewrapped = 0;
    let count = 0;
    const lost: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null && !signal.aborted; ) {
      const page = await store.list(kind, { cursor, limit: rowsPerPage });
      for (const { id } of page.records.filter((record) => !isCurrent(record))) {
        if (signal.aborted) break;
        try {
          if (await rewrapOne(id)) rewrapped += 1;
        } catch (thrown) {
          if (!(thrown instanceof VaultRefused)) throw thrown;
          lost.push(String(id));
        }
      }
      cursor = page.cursor;
      count += page.records.length;
      await checked(count);
    }
    return { rewrapped, lost };
  };
}
