import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Item, type Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { type Vault, VaultRefused } from "#shared/ports/vault.ts";

/** Idle timeout of FileMaker's own tokens. Milliseconds. */
export const idleMs = 15 * 60_000;
/** Minimum time between two writes of a login's last use. An item outlives its last written use by as much. Milliseconds. */
export const touchEveryMs = 60_000;

const NativeFields = storedRecord("proxy/native-sessions/native-session", 1, {
  keyId: z.int(),
  /** HMAC id of the key's account. */
  credentialId: z.string(),
  /** Full name of the file that the caller logged in to. */
  database: z.string(),
  lastUsed: z.number(),
  /** Token of a FileMaker session that only this login uses. Null while it uses pooled ones. */
  sealedPrivateToken: z.string().nullable(),
});

/** Owner of a login. It ends with its key, and with the key's account. */
export interface LoginOwner {
  readonly keyId: number;
  readonly credentialId: string;
  readonly database: string;
}

export interface StoredLogin extends LoginOwner {
  readonly id: string;
  readonly lastUsed: number;
  readonly privateToken: string | undefined;
}

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const nativeSessionPartitions = ["native#*"];
/** Name that roles use for the sealed tokens of sessions that belong to one login. */
export const nativeSessionSecrets = "native-session";

const keyOf = (id: string) => ({ pk: `native#${id}`, sk: "session" });
const context = (id: string) => ({
  kind: nativeSessionSecrets,
  item: `native#${id}|session`,
  field: "sealedPrivateToken",
});
const expiry = (lastUsed: number) => Math.ceil((lastUsed + idleMs + touchEveryMs) / 1000);

/** Stores logins through the proxy on the Table port, by the HMAC id of their token for this purpose. */
export function nativeSessionStore(table: Table, vault: Vault, purpose: string) {
  /** Parses a login. Undefined if its own session was sealed with a key that no longer exists, in which case the login has ended. */
  const loginIn = async (item: Item, id: string): Promise<StoredLogin | undefined> => {
    const { keyId, credentialId, database, lastUsed, sealedPrivateToken } = NativeFields.parse(item.fields);
    try {
      const privateToken = sealedPrivateToken === null ? undefined : await vault.open(sealedPrivateToken, context(id));
      return { id, keyId, credentialId, database, lastUsed, privateToken };
    } catch (thrown) {
      if (thrown instanceof VaultRefused) return undefined;
      throw thrown;
    }
  };

  return {
    async byToken(token: string): Promise<StoredLogin | undefined> {
      for (const id of await vault.fingerprints(purpose, token)) {
        const item = await table.get(keyOf(id));
        if (item !== undefined) return loginIn(item, id);
      }
      return undefined;
    },

    async create(token: string, owner: LoginOwner, lastUsed: number, privateToken: string | undefined) {
      const [id] = await vault.fingerprints(purpose, token);
      const sealedPrivateToken = privateToken === undefined ? null : await vault.seal(privateToken, context(id));
      const fields = { schema: 1, ...owner, lastUsed, sealedPrivateToken };
      await table.put({ ...keyOf(id), fields, expiresAt: expiry(lastUsed) }, "absent");
      return { id, ...owner, lastUsed, privateToken } satisfies StoredLogin;
    },

    /** Records a use. A login that was ended in the meantime stays ended. */
    async touch(id: string, lastUsed: number): Promise<void> {
      try {
        await table.update(keyOf(id), { set: { lastUsed }, expiresAt: expiry(lastUsed) }, "present");
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
      }
    },

    /**
     * Gives a login its own FileMaker session. Returns the token to use: another process may have been faster. Undefined if the login
     * has ended.
     */
    async own(id: string, privateToken: string): Promise<string | undefined> {
      const sealedPrivateToken = await vault.seal(privateToken, context(id));
      return retryOnConflict(async () => {
        const item = await table.get(keyOf(id));
        const stored = item && (await loginIn(item, id));
        if (item === undefined || stored === undefined) return undefined;
        if (stored.privateToken !== undefined) return stored.privateToken;
        await table.update(keyOf(id), { set: { sealedPrivateToken } }, { version: item.version });
        return privateToken;
      });
    },

    async remove(id: string): Promise<void> {
      await table.delete(keyOf(id));
    },
  };
}
