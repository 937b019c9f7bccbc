import type { Key } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";

const partition = "oauth-keys";
/** The partitions that hold the authorization server's keys, as roles name them. */
export const oauthKeyPartitions = [partition];
/** What roles call these keys. */
export const oauthKeySecrets = "oauth-keys";

export const keysKey: Key = { pk: partition, sk: "keys" };
/** What they are bound to. */
export const keysContext = { kind: oauthKeySecrets, item: `${partition}|keys`, field: "sealedKeys" };

/** Sealed again when the master key changes. */
export const sealedServerKeys: SealedItems = {
  partition,
  contexts: () => ({ sealedKeys: keysContext }),
};
