import type { AdminCredential, Call } from "#shared/contract/call.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { storedAccount } from "../file-access/stored-account.ts";
import type { AdminKeyRecord } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyStore } from "../store.ts";
import { findKey } from "./find-key.ts";

/** Account of a Data API key, and the access that the key grants. */
export interface KeyAccount {
  readonly account: Account;
  readonly databases: readonly string[];
  readonly allowAnyDatabase: boolean;
  readonly isOData: boolean;
}

/** Decrypted accounts of keys. */
export interface StoredAccounts {
  /** @throws ServiceError key_not_found */
  ofDataKey(reference: string): Promise<KeyAccount>;
  /**
   * Returns the account or token of a management caller, or of its key. For callers without full access to FileMaker Server, returns the
   * account of the oldest Admin API key.
   */
  ofCaller(call: Pick<Call, "caller">): Promise<AdminCredential | undefined>;
  /** Returns the Admin Console account of the oldest Admin API key. */
  ofAnyAdminKey(): Promise<AdminCredential | undefined>;
}

export function storedAccounts({ store, vault }: { readonly store: KeyStore; readonly vault: Vault }): StoredAccounts {
  const { found } = findKey({ store, vault });
  const adminAccount = (record: AdminKeyRecord): Promise<AdminCredential> => storedAccount(vault, "admin", record);

  const ofAnyAdminKey = async () => {
    const { records } = await store.list("admin", { limit: 1 });
    return records[0] && adminAccount(records[0]);
  };

  return {
    async ofDataKey(reference) {
      const { record } = await found("data", reference);
      const { allowAnyDatabase, isOData } = record;
      const account = await storedAccount(vault, "data", record);
      return { account, databases: databasesOf(record), allowAnyDatabase, isOData };
    },

    async ofCaller({ caller }) {
      if (caller.kind === "anyone" || caller.kind === "data-key") return undefined;
      if (caller.kind === "file-account" || caller.kind === "agent") return undefined;
      // A one-time code from the host has no account, and a limited account can't see everything that the person's role here covers.
      if ("isLimited" in caller && caller.isLimited) return ofAnyAdminKey();
      if (caller.kind === "session") return caller.credential ?? ofAnyAdminKey();
      if (caller.kind !== "admin-key") return caller.credential;
      const stored = await store.byId("admin", caller.keyId);
      return stored && adminAccount(stored.record);
    },

    ofAnyAdminKey,
  };
}
