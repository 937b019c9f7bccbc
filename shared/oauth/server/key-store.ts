import type { Key } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";

const partition = "oauth-keys";
/** Partitions of the authorization server's keys, as roles name them. */
export const oauthKeyPartitions = [partition];
/** Name of these keys in roles. */
export const oauthKeySecrets = "oauth-keys";

export const keysKey: Key = { pk: partition, sk: "keys" };
/** Encryption context of the keys. */
export const keysContext = { kind: oauthKeySecrets, item: `${partition}|keys`, field: "sealedKeys" };

/** Secret to re-encrypt when the master key changes. */
export const sealedServerKeys: SealedItems = {
  partition,
  contexts: () => ({ sealedKeys: keysContext }),
};
