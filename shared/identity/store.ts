import { ConditionFailed, type Fields, type Key, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { CredentialsRecord, SigningKeyRecord } from "./record.ts";

const partition = "identity";
/** Partitions that this store owns, as roles name them. */
export const identityPartitions = [partition];
/** Kind of secrets in this store, as roles name it. */
export const identitySecrets = "identity";

const credentials: Key = { pk: partition, sk: "credentials" };
const signingKey: Key = { pk: partition, sk: "signing-key" };

const contextOf = ({ pk, sk }: Key) => ({ kind: identitySecrets, item: `${pk}|${sk}`, field: "sealedPrivateKey" });
/** Context of the service account's key, which can only be decrypted for this item and field. */
export const credentialsContext = contextOf(credentials);
/** Context of the signing key. */
export const signingKeyContext = contextOf(signingKey);

/** Secrets to re-encrypt when the master key changes. */
export const sealedIdentity: SealedItems = {
  partition,
  contexts: ({ pk, sk }) => ({ sealedPrivateKey: contextOf({ pk, sk }) }),
};

/** Stores the credentials of the identity provider and the signing key on the Table port. */
export function identityStore(table: Table) {
  const signing = async (): Promise<SigningKeyRecord | undefined> => {
    const item = await table.get(signingKey);
    return item && SigningKeyRecord.parse(item.fields);
  };

  return {
    signingKey: signing,

    async credentials(): Promise<CredentialsRecord | undefined> {
      const item = await table.get(credentials);
      return item && CredentialsRecord.parse(item.fields);
    },

    async saveCredentials(record: CredentialsRecord): Promise<void> {
      await table.put({ ...credentials, fields: record as Fields });
    },

    async deleteCredentials(): Promise<void> {
      await table.delete(credentials);
    },

    /** Stores a key if there is none yet. */
    async addSigningKey(record: SigningKeyRecord): Promise<void> {
      try {
        await table.put({ ...signingKey, fields: record as Fields }, "absent");
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another call came first, and its key is kept.
      }
    },
  };
}

export type IdentityStore = ReturnType<typeof identityStore>;
