import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { type Vault, VaultRefused } from "#shared/ports/vault.ts";
import type { KeyCache } from "../cache/key-cache.ts";
import { credentialIds } from "../credential-id.ts";
import { hasOwnCredentialId, type KeyRecords } from "../record.ts";
import { type KeyStore, passContext } from "../store.ts";
import type { EndUnusedSessions } from "../unused-sessions.ts";

const rowsPerPage = 200;

interface RewrapDependencies {
  readonly store: KeyStore;
  readonly keyCaches: Readonly<Record<KeyKind, Pick<KeyCache, "forget">>>;
  readonly vault: Vault;
  readonly endUnusedSessions: Readonly<Record<KeyKind, EndUnusedSessions>>;
}

/** Who looks on while passwords are sealed again. */
interface RewrapProgress {
  /** Keys of this kind were looked at, and so many of them sealed again. */
  readonly report: (kind: KeyKind, checked: number, rewrapped: number) => Promise<void>;
}

/**
 * Seals the password of every key again that an older master key sealed, so that the older one can be retired (C2).
 * Ends early, to be taken up at the next start, when the signal aborts. Answers how many there were.
 * @throws PasswordsLost at the end
 */
export type Rewrap = (signal: AbortSignal, watch?: RewrapProgress) => Promise<number>;

/** Names the keys whose passwords no master key opens any more. */
export class PasswordsLost extends Error {
  override readonly name = "PasswordsLost";
}

export function rewrap({ store, keyCaches, vault, endUnusedSessions }: RewrapDependencies): Rewrap {
  const isCurrent = <K extends KeyKind>(kind: K, record: KeyRecords[K]) =>
    vault.isCurrent(record.sealedPass) && !hasOwnCredentialId(kind, record);

  const sealedAgain = async <K extends KeyKind>(kind: K, record: KeyRecords[K]): Promise<KeyRecords[K]> => {
    const context = passContext(kind, record.id);
    const pass = await vault.open(record.sealedPass, context);
    const sealedPass = await vault.seal(pass, context);
    const [credentialId] = await credentialIds(vault, kind, { user: record.user, pass });
    return { ...record, sealedPass, credentialId };
  };

  /** Where an edit or a use comes in between, the newest record is sealed again. */
  const rewrapOne = async <K extends KeyKind>(kind: K, id: number): Promise<boolean> => {
    for (;;) {
      const stored = await store.byId(kind, id);
      if (stored === undefined || isCurrent(kind, stored.record)) return false;
      const next = await sealedAgain(kind, stored.record);
      try {
        await store.replace(kind, next, stored.version);
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        continue;
      }
      keyCaches[kind].forget();
      endUnusedSessions[kind](stored.record.credentialId);
      return true;
    }
  };

  return async (signal, progress) => {
    let rewrapped = 0;
    const lost: string[] = [];
    for (const kind of ["data", "admin"] as const) {
      let checked = 0;
      const before = rewrapped;
      await progress?.report(kind, 0, 0);
      for (let cursor: string | null | undefined; cursor !== null && !signal.aborted; ) {
        const page = await store.list(kind, { cursor, limit: rowsPerPage });
        for (const { id } of page.records.filter((record) => !isCurrent(kind, record))) {
          if (signal.aborted) return rewrapped;
          try {
            if (await rewrapOne(kind, id)) rewrapped += 1;
          } catch (thrown) {
            if (!(thrown instanceof VaultRefused)) throw thrown;
            lost.push(`${kind} key ${id}`);
          }
        }
        cursor = page.cursor;
        checked += page.records.length;
        await progress?.report(kind, checked, rewrapped - before);
      }
    }
    if (lost.length > 0) throw new PasswordsLost(`No master key opens the passwords of: ${lost.join(", ")}`);
    return rewrapped;
  };
}
