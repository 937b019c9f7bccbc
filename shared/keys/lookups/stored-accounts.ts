import type { AdminCredential, Call } from "#shared/contract/call.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { storedAccount } from "../file-access/stored-account.ts";
import type { AdminKeyRecord } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyStore } from "../store.ts";
import { findKey } from "./find-key.ts";

/** The account behind a Data API Key, and what the key lets through to it. */
export interface KeyAccount {
  readonly account: Account;
  readonly databases: readonly string[];
  readonly allowAnyDatabase: boolean;
  readonly isOData: boolean;
}

/** The accounts behind keys, opened for a moment. */
export interface StoredAccounts {
  /** @throws ServiceError key_not_found */
  ofDataKey(reference: string): Promise<KeyAccount>;
  /** The account or token that a management caller came with, or that its key stands for; for one who has none that sees everything there, that of the oldest Admin API Key. */
  ofCaller(call: Pick<Call, "caller">): Promise<AdminCredential | undefined>;
  /** The Admin Console account of the oldest Admin API Key. */
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
      // A one-time code from the host is no account, and a limited one does not see there what the person's role here is about.
      if ("isLimited" in caller && caller.isLimited) return ofAnyAdminKey();
      if (caller.kind === "session") return caller.credential ?? ofAnyAdminKey();
      if (caller.kind !== "admin-key") return caller.credential;
      const stored = await store.byId("admin", caller.keyId);
      return stored && adminAccount(stored.record);
    },

    ofAnyAdminKey,
  };
}
