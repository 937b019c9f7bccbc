import type { Table } from "#shared/ports/table.ts";
import type { SealContext } from "#shared/ports/vault.ts";

/** The partitions that this store owns, as roles name them. */
export const fingerprintPartitions = ["fingerprints"];
/** What roles call the secrets that ids are made with. */
export const fingerprintSecrets = "fingerprints";

const key = { pk: "fingerprints", sk: "secrets" };

/** What a version's secrets are bound to: they open nowhere but here. */
export const versionContext = (number: number): SealContext => ({
  kind: fingerprintSecrets,
  item: Object.values(key).join("|"),
  field: `versions.${number}`,
});

/** The secrets of one version, sealed. */
export interface SealedVersion {
  readonly number: number;
  readonly sealed: string;
}

/** The versions of the secrets that HMAC ids are made with, newest first, in one item of the Table port. */
export function fingerprintStore(table: Table) {
  return {
    async read(): Promise<{ readonly versions: readonly SealedVersion[]; readonly revision: number } | undefined> {
      const item = await table.get(key);
      return item && { versions: item.fields.versions as unknown as readonly SealedVersion[], revision: item.version };
    },

    /** `revision` is that of what is replaced. @throws ConditionFailed where another process was faster */
    async write(versions: readonly SealedVersion[], revision: number | undefined): Promise<void> {
      const fields = { schema: 1, versions: versions.map(({ number, sealed }) => ({ number, sealed })) };
      await table.put({ ...key, fields }, revision === undefined ? "absent" : { version: revision });
    },
  };
}
