/** What the attributes of a stored item are called. */
export const attribute = {
  pk: "pk",
  sk: "sk",
  indexPk: "ipk",
  indexSk: "isk",
  fields: "fields",
  version: "version",
  expiresAt: "expiresAt",
} as const;

/** The ids of the newest writes, newest first: how an adapter that never got its answer recognises its own write. */
export const writeSlots = ["w0", "w1", "w2", "w3"] as const;

/** The one secondary index. */
export const indexName = "byIndex";
