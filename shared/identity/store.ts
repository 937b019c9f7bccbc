import { ConditionFailed, type Fields, type Key, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";
import { CredentialsRecord, SigningKeyRecord } from "./record.ts";

const partition = "identity";
/** The partitions that this store owns, as roles name them. */
export const identityPartitions = [partition];
/** The kind of secrets that this store keeps, as roles name it. */
export const identitySecrets = "identity";

const credentials: Key = { pk: partition, sk: "credentials" };
const signingKey: Key = { pk: partition, sk: "signing-key" };

const contextOf = ({ pk, sk }: Key) => ({ kind: identitySecrets, item: `${pk}|${sk}`, field: "sealedPrivateKey" });
/** What the key of the service account is bound to: it opens nowhere but in this item and field. */
export const credentialsContext = contextOf(credentials);
/** What the key that signs is bound to. */
export const signingKeyContext = contextOf(signingKey);

/** Sealed again when the master key changes. */
export const sealedIdentity: SealedItems = {
  partition,
  contexts: ({ pk, sk }) => ({ sealedPrivateKey: contextOf({ pk, sk }) }),
};

/** Credentials of the identity provider, and the key that signs, on the Table port. */
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

    /** Keeps a key where there is none yet. */
    async addSigningKey(record: SigningKeyRecord): Promise<void> {
      try {
        await table.put({ ...signingKey, fields: record as Fields }, "absent");
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another call was faster, and its key stays.
      }
    },
  };
}

export type IdentityStore = ReturnType<typeof identityStore>;
