import type { Table } from "#shared/ports/table.ts";
import type { SealContext } from "#shared/ports/vault.ts";

/** Partitions that this store owns, as roles name them. */
export const fingerprintPartitions = ["fingerprints"];
/** Name that roles use for the secrets of ids. */
export const fingerprintSecrets = "fingerprints";

const key = { pk: "fingerprints", sk: "secrets" };

/** Returns the vault context of a version's secrets. It binds them to this item and field. */
export const versionContext = (number: number): SealContext => ({
  kind: fingerprintSecrets,
  item: Object.values(key).join("|"),
  field: `versions.${number}`,
});

/** Sealed secrets of one version. */
export interface SealedVersion {
  readonly number: number;
  readonly sealed: string;
}

/** Stores the versions of the HMAC secrets, newest first, in one item of the Table port. */
export function fingerprintStore(table: Table) {
  return {
    async read(): Promise<{ readonly versions: readonly SealedVersion[]; readonly revision: number } | undefined> {
      const item = await table.get(key);
      return item && { versions: item.fields.versions as unknown as readonly SealedVersion[], revision: item.version };
    },

    /** Stores the versions. `revision`: version of the item to replace. @throws ConditionFailed if another process wrote first */
    async write(versions: readonly SealedVersion[], revision: number | undefined): Promise<void> {
      const fields = { schema: 1, versions: versions.map(({ number, sealed }) => ({ number, sealed })) };
      await table.put({ ...key, fields }, revision === undefined ? "absent" : { version: revision });
    },
  };
}
