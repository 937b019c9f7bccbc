/** Attribute names of a stored item. */
export const attribute = {
  pk: "pk",
  sk: "sk",
  indexPk: "ipk",
  indexSk: "isk",
  fields: "fields",
  version: "version",
  expiresAt: "expiresAt",
} as const;

/** IDs of the newest writes, newest first. An adapter that got no response uses them to recognize its own write. */
export const writeSlots = ["w0", "w1", "w2", "w3"] as const;

/** The only secondary index. */
export const indexName = "byIndex";
